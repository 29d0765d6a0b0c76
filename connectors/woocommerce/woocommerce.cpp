// WooCommerce: the orders of a self-hosted shop (REST API, version 3). Keys are entered, or granted on the
// shop's page wc-auth (version 1).
#include <array>

#include <openssl/rand.h>

#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/digest.hpp"
#include "common/error_code.hpp"
#include "common/private_address.hpp"

#include "orders.hpp"

namespace svc::woocommerce {
namespace {

using calls::integrations::ConnectedAccount;

constexpr std::int32_t MostBytes = 16 * 1024 * 1024;
constexpr std::int64_t PerPage = 100;
constexpr std::string_view Fields =
    "id,number,status,currency,date_created_gmt,date_paid_gmt,total,prices_include_tax,customer_note,billing,"
    "shipping,line_items,shipping_lines,fee_lines,tax_lines,refunds";

struct Shop {
    std::string url; ///< without a trailing slash
    std::string key;
    std::string secret;

    HttpCall request(Call& call, std::string_view method, std::string_view path) const {
        return connector::requestNamed(call, method, url + "/wp-json/wc/v3" + std::string(path))
            .basic(key, secret);
    }
    /// Host and path: orders of two shops may have the same number.
    std::string name() const { return url.substr(url.find("://") + 3); }
};

Shop shopOf(std::string url, const std::string& key, const std::string& secret) {
    while (url.ends_with('/')) {
        url.pop_back();
    }
    const std::size_t host = url.find("://") == std::string::npos ? 0 : url.find("://") + 3;
    const std::size_t path = url.find('/', host);
    const std::size_t end = path == std::string::npos ? url.size() : path;
    return {lowerAscii(url.substr(0, end)) + url.substr(end), key, secret};
}

Shop keptShop(Call& call) {
    const auto kept = [&](std::string_view name) { return call.secrets().get(name).value_or(""); };
    return shopOf(kept("url"), kept("consumerKey"), kept("consumerSecret"));
}

/// The code of `{ code, message, data: { status } }`.
std::string codeOf(const HttpReply& reply) {
    return connector::codeIn(reply, [](const Json& answer) { return answer.textOr("code"); });
}

HttpReply look(Call& call, const Shop& shop) {
    return shop.request(call, "GET", "/orders").query("per_page", "1").query("_fields", "id").send();
}

std::string randomSecret() {
    std::array<unsigned char, 32> bytes{};
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
        throw Fault("OpenSSL gives no random bytes");
    }
    return hexEncode({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// Creates the webhooks. A read-only key cannot: then orders come by the schedule.
std::string registerAddress(Call& call, const Shop& shop, const std::string& address,
                            const std::string& secret) {
    std::string ids;
    for (const char* topic : {"order.created", "order.updated", "order.deleted", "order.restored"}) {
        const HttpReply reply =
            shop.request(call, "POST", "/webhooks")
                .json(Json::object({{"name", "Business management: " + std::string(topic)},
                                    {"topic", topic},
                                    {"delivery_url", address},
                                    {"secret", secret}}))
                .send();
        if (!reply.ok()) {
            break;
        }
        const Json made = connector::jsonOf(reply);
        ids += (ids.empty() ? "" : ",") + std::to_string(made["id"].integer());
    }
    return ids;
}

/// Ends webhooks of the shop: `ids`, separated by commas.
void removeWebhooks(Call& call, const Shop& shop, const std::string& ids) {
    for (const std::string_view id : split(ids, ',')) {
        shop.request(call, "DELETE", "/webhooks/" + std::string(id)).query("force", "true").send();
    }
}

/// Stores the key only after the shop has accepted it. `secret`: of webhooks that a person has created.
ConnectedAccount adopt(Call& call, const Shop& shop, const std::string& address, std::string secret) {
    const HttpReply seen = look(call, shop);
    connector::jsonOf(connector::accepted(seen, codeOf(seen))).items();
    std::string ids;
    if (secret.empty() && address.starts_with("https://")) {
        secret = randomSecret();
        ids = registerAddress(call, shop, address, secret);
    }
    // Of a connection that has expired: the new key ends them at the same shop.
    const bool isSameShop = call.secrets().get("url") == shop.url;
    const std::string earlier = isSameShop ? call.secrets().get("webhookIds").value_or("") : "";
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("url", shop.url);
        call.secrets().put("consumerKey", shop.key);
        call.secrets().put("consumerSecret", shop.secret);
        if (!secret.empty()) {
            call.secrets().put("webhook", secret);
        }
        if (!ids.empty()) {
            call.secrets().put("webhookIds", ids);
        }
    });
    removeWebhooks(call, shop, earlier);
    return {.id = shop.name(), .name = shop.name()};
}

/// The position in the list at which a page begins. The API's status `any` excludes trashed orders, which are
/// read afterwards.
struct Place {
    std::int64_t page = 1;
    std::int64_t total = 0; ///< number of orders in the list at the previous page
    bool trash = false;

    static Place of(const Json& place) {
        return place.isObject()
                   ? Place{place["page"].integer(), place["total"].integer(), place["trash"].boolean()}
                   : Place{};
    }
    Json json() const { return Json::object({{"page", page}, {"total", total}, {"trash", trash}}); }
};

/// The API takes instants without a zone, with a parameter that makes them UTC.
std::string utcOf(Instant instant) {
    constexpr std::size_t ToSeconds = 19;
    return instant.toString().substr(0, ToSeconds);
}

HttpReply readPage(Call& call, const Shop& shop, const connector::OrderWindow& window, const Place& place) {
    return shop.request(call, "GET", "/orders")
        .query("status", place.trash ? "trash" : "any")
        .query("after", utcOf(window.placed))
        .query("modified_after", utcOf(window.changed))
        .query("dates_are_gmt", "true")
        .query("orderby", "id")
        .query("order", "asc")
        .query("per_page", std::to_string(PerPage))
        .query("page", std::to_string(place.page))
        .query("_fields", Fields)
        .most(MostBytes)
        .send();
}

std::optional<std::int64_t> countIn(const HttpReply& reply, std::string_view header) {
    const auto value = reply.header(header);
    return value ? parseInt64(*value) : std::nullopt;
}

/// The position after a page; nothing at the end. A list that has become shorter has moved orders to pages
/// that were read already, so it is read again from the beginning.
std::optional<Place> placeBehind(const HttpReply& reply, const Place& place, std::int64_t orders) {
    const std::int64_t total = countIn(reply, "X-WP-Total").value_or(place.total);
    if (total < place.total) {
        return Place{1, 0, place.trash};
    }
    const auto pages = countIn(reply, "X-WP-TotalPages");
    if (pages ? place.page < *pages : orders == PerPage) {
        return Place{place.page + 1, total, place.trash};
    }
    return place.trash ? std::nullopt : std::optional(Place{1, 0, true});
}

Json fetchPage(Call& call, const Json& input) {
    const auto window = connector::OrderWindow::of(call, input);
    const Place place = Place::of(window.place);
    const Shop shop = keptShop(call);
    const HttpReply reply = readPage(call, shop, window, place);
    const Json orders = connector::jsonOf(connector::fetched(call, reply, reply.ok() ? "" : codeOf(reply)));
    connector::OrderPage page;
    for (const Json& order : orders.items()) {
        addOrder(page, order, shop.name());
    }
    const auto next = placeBehind(reply, place, static_cast<std::int64_t>(orders.size()));
    return std::move(page).with(next ? window.behind(next->json()) : window.done(), next.has_value());
}

/// `webhook_id=7`: the unsigned test call when a webhook is created, which expects an answer.
bool isGreeting(const connector::IncomingCall& incoming) {
    constexpr std::string_view Start = "webhook_id=";
    const std::string& body = incoming.body();
    return incoming.header("X-WC-Webhook-Signature").empty() && body.starts_with(Start) &&
           parseUint64(std::string_view(body).substr(Start.size())).has_value();
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "WooCommerce", "kind": "ecommerce", "auth": "api_key", "capabilities": ["orders"],
        "deliversKeys": true, "accountField": "url",
        "feeds": [{ "name": "orders", "minutes": 30 }],
        "credentialsSchema": { "type": "object", "required": ["url", "consumerKey", "consumerSecret"],
            "properties": {
                "url": { "type": "string", "pattern": "^https?://[^/?#@]+(/[^?#]*)?$", "maxLength": 200 },
                "consumerKey": { "type": "string", "pattern": "^ck_" },
                "consumerSecret": { "type": "string", "pattern": "^cs_", "format": "password" },
                "webhookSecret": { "type": "string", "minLength": 1, "format": "password" } } },
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {} },
        "hookHeaders": ["X-WC-Webhook-Signature", "X-WC-Webhook-Topic", "X-WC-Webhook-Delivery-ID"] })");
}

commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& given = input.credentials;
    const Shop shop =
        shopOf(connector::textOf(given, "url"), given.textOr("consumerKey"), given.textOr("consumerSecret"));
    return {.account = adopt(call, shop, input.hookUrl.value_or(""), given.textOr("webhookSecret"))};
}

/// The page of the shop on which an administrator grants a key. The shop sends the key to the callback, with
/// the given `user_id`, and returns the person with `success`.
Json commands::authorize(Call&, const Json& input) {
    const Shop shop = shopOf(connector::textOf(input, "account"), "", "");
    const std::string state = connector::textOf(input, "state");
    const std::string back = connector::textOf(input, "redirectUri") + "?state=" + percentEncode(state);
    return Json::object({{"url", shop.url + "/wc-auth/v1/authorize?" +
                                     formEncode({{"app_name", "Business management"},
                                                 {"scope", "read_write"},
                                                 {"user_id", state},
                                                 {"return_url", back},
                                                 {"callback_url", back}})}});
}

/// `{ key_id, user_id, consumer_key, consumer_secret, key_permissions }` in a call that only `user_id`
/// authenticates: so the key must work at the requested shop.
commands::FinishOutput commands::finish(Call& call, const Json& input) {
    Json keys;
    try {
        keys = Json::parse(connector::IncomingCall(input).body());
    } catch (const JsonError&) { // NOLINT(bugprone-empty-catch): refused below
    }
    const auto text = [&](const char* name) {
        return keys.isObject() && keys[name].isString() ? keys[name].text() : std::string();
    };
    if (!connector::isSame(text("user_id"), connector::textOf(input, "state"))) {
        throw ApiError(400, "state-invalid");
    }
    const std::string key = text("consumer_key");
    const std::string secret = text("consumer_secret");
    if (!key.starts_with("ck_") || !secret.starts_with("cs_")) {
        throw ApiError(400, "integration-credentials-invalid");
    }
    return {.account = adopt(call, shopOf(connector::textOf(input, "account"), key, secret),
                             input.textOr("hookUrl"), "")};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = look(call, keptShop(call));
    return connector::tried<TestOutput>(reply, reply.ok() ? "" : codeOf(reply));
}

/// A shop that cannot be reached keeps calling the closed address, and gives up by itself.
void commands::disconnect(Call& call) {
    if (const Shop shop = keptShop(call); connector::isOpen(shop.url)) {
        removeWebhooks(call, shop, call.secrets().get("webhookIds").value_or(""));
    }
    call.transaction([&] { call.secrets().remove("*"); });
}

Json commands::fetch(Call& call, const Json& input) {
    return connector::fetching<fetchPage>(call, input);
}

/// The signature is the HMAC of the body in base 64. A call only triggers a fetch.
Json commands::hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    if (isGreeting(incoming)) {
        return Json::object({{"id", incoming.body()}, {"about", "nothing"}});
    }
    if (!call.secrets().matches(Secrets::Hmac::Sha256, "webhook", {incoming.body()},
                                Secrets::Encoding::Base64, incoming.header("X-WC-Webhook-Signature"))) {
        throw ApiError(400, "signature-invalid");
    }
    const std::string delivery = incoming.header("X-WC-Webhook-Delivery-ID");
    const bool order = incoming.header("X-WC-Webhook-Topic").starts_with("order.");
    return Json::object({{"id", delivery.empty() ? connector::sha256Hex(incoming.body()) : delivery},
                         {"about", order ? "feed" : "nothing"}});
}

} // namespace svc::woocommerce
