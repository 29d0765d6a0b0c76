// Shopify: the orders of a shop (GraphQL Admin API).
#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/digest.hpp"

#include "admin.hpp"
#include "orders.hpp"

namespace svc::shopify {
namespace {

constexpr std::string_view Scope = "read_orders";
constexpr std::string_view ShopQuery = "query Shop { shop { name myshopifyDomain } }";
constexpr std::string_view HooksMutation = R"(
mutation Hooks($hook: WebhookSubscriptionInput!) {
  paid: webhookSubscriptionCreate(topic: ORDERS_PAID, webhookSubscription: $hook) { userErrors { message } }
  updated: webhookSubscriptionCreate(topic: ORDERS_UPDATED, webhookSubscription: $hook) { userErrors { message } }
  cancelled: webhookSubscriptionCreate(topic: ORDERS_CANCELLED, webhookSubscription: $hook) { userErrors { message } }
  uninstalled: webhookSubscriptionCreate(topic: APP_UNINSTALLED, webhookSubscription: $hook) { userErrors { message } }
})";

/// The shop of the token.
Json shopOf(Call& call, const Admin& admin, const std::string& token) {
    try {
        return admin.read(call, ShopQuery, Json::object(), token)["shop"];
    } catch (const connector::Later& later) {
        throw ApiError(400, later.error);
    }
}

/// Registers the webhook address. A refusal does not matter: without webhooks, orders come by the schedule.
void registerAddress(Call& call, const Admin& admin, const std::string& address, const std::string& token) {
    if (address.starts_with("https://")) {
        admin.ask(call, HooksMutation,
                  Json::object({{"hook", Json::object({{"uri", address}, {"format", "JSON"}})}}), token);
    }
}

Json fetchPage(Call& call, const Json& input) {
    return readOrders(call, Admin::kept(call), connector::OrderWindow::of(call, input));
}

/// The orders that a customer privacy webhook names.
Json ordersIn(const connector::IncomingCall& incoming, std::string_view name) {
    const Json body = incoming.json();
    Json orders = Json::array();
    const Json& named = body[name];
    for (std::size_t i = 0; named.isArray() && i < named.size(); ++i) {
        const Json& id = named.at(i);
        orders.push("shopify:" + (id.isNumber() ? id.numberText() : id.text()));
    }
    return orders;
}

/// Signed with the secret of the app, which is the same for all shops. The signature covers only the body.
/// After an exchange of secrets Shopify signs with the earlier one until that is revoked.
void checkSignature(const connector::IncomingCall& incoming, const std::string& signature) {
    for (const char* setting : {"clientSecret", "previousClientSecret"}) {
        const std::string secret = Call::settings().textOr(setting);
        if (!secret.empty() &&
            connector::isSame(base64Encode(connector::hmacSha256(secret, incoming.body())), signature)) {
            return;
        }
    }
    throw ApiError(400, "signature-invalid");
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Shopify", "kind": "ecommerce", "auth": "oauth", "capabilities": ["orders"],
        "feeds": [{ "name": "orders", "minutes": 60 }],
        "credentialsSchema": { "type": "object", "required": ["account"], "properties": {
            "account": { "type": "string", "maxLength": 100, "pattern": "^[a-z0-9][a-z0-9-]*[.]myshopify[.]com$" } } },
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {} },
        "hookHeaders": ["X-Shopify-Hmac-Sha256", "X-Shopify-Topic", "X-Shopify-Shop-Domain",
                        "X-Shopify-Webhook-Id"] })");
}

Json commands::authorize(Call&, const Json& input) {
    return Admin(connector::textOf(input, "account")).oauth().authorize(input, Scope);
}

/// Stores the tokens only after the shop was read. Requests expiring tokens: the other kind is valid until it
/// is revoked.
commands::FinishOutput commands::finish(Call& call, const Json& input) {
    const Admin admin(connector::textOf(input, "account"));
    const Json tokens = admin.oauth().exchange(call, input, {{"expiring", "1"}});
    const std::string token = connector::textOf(tokens, "access_token");
    const Json shop = shopOf(call, admin, token);
    const std::string domain = connector::textOf(shop, "myshopifyDomain");
    registerAddress(call, admin, input.textOr("hookUrl"), token);
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("shop", admin.shop());
        connector::OAuth::keep(call, tokens);
    });
    return {.account = {.id = domain, .name = shop.textOr("name", domain)}};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = Admin::kept(call).ask(call, ShopQuery);
    const std::string code = errorOf(reply);
    auto result = connector::tried<TestOutput>(reply, reply.ok() || code == "error" ? "" : code);
    if (reply.ok() && !code.empty()) {
        result.ok = false;
        result.error = connector::reasonOf(reply, code);
    }
    return result;
}

/// Uninstalls the app from the shop, with its webhook subscriptions; Shopify's answer is ignored.
void commands::disconnect(Call& call) {
    const Admin admin = Admin::kept(call);
    if (const auto token = call.secrets().get("token"); token && !admin.shop().empty()) {
        call.http()
            .remove(admin.url("/admin/api_permissions/current.json"))
            .header("X-Shopify-Access-Token", *token)
            .send();
    }
    call.transaction([&] { call.secrets().remove("*"); });
}

Json commands::fetch(Call& call, const Json& input) {
    return connector::fetching<fetchPage>(call, input);
}

/// Determines the shop of a webhook call to the app's single address. `shop_domain` of the signed body counts
/// where a call has it; a header that contradicts it is refused.
commands::AccountOutput commands::account(Call&, const Json& input) {
    const connector::IncomingCall incoming(input);
    checkSignature(incoming, incoming.header("x-shopify-hmac-sha256"));
    const std::string told = incoming.header("x-shopify-shop-domain");
    const std::string domain = incoming.json().textOr("shop_domain", told);
    if (!told.empty() && told != domain) {
        throw ApiError(400, "signature-invalid");
    }
    return {.account = domain.empty() ? std::nullopt : std::optional(domain)};
}

/// The domain must be that of the account found for the call, else that of the connection, while there is
/// one: customer privacy webhooks still come after the connection has ended, for its former company. A call
/// only triggers a fetch.
Json commands::hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    checkSignature(incoming, incoming.header("X-Shopify-Hmac-Sha256"));
    const std::string domain = incoming.header("X-Shopify-Shop-Domain");
    const auto shop = call.secrets().get("shop");
    const auto named = input.optionalText("account");
    if (!domain.empty() && domain != named.value_or(shop.value_or(domain))) {
        throw ApiError(400, "signature-invalid");
    }
    const std::string id = incoming.header("X-Shopify-Webhook-Id");
    const std::string topic = incoming.header("X-Shopify-Topic");
    const std::string about = topic.starts_with("orders/") ? "feed"
                              : topic == "app/uninstalled" ? "access"
                                                           : "nothing";
    Json what =
        Json::object({{"id", id.empty() ? connector::sha256Hex(incoming.body()) : id}, {"about", about}});
    if (topic == "customers/data_request") {
        what.set("about", "data_request").set("orders", ordersIn(incoming, "orders_requested"));
    } else if (topic == "customers/redact") {
        what.set("about", "erasure").set("orders", ordersIn(incoming, "orders_to_redact"));
    } else if (topic == "shop/redact") {
        what.set("about", "erasure");
    }
    return what;
}

} // namespace svc::shopify
