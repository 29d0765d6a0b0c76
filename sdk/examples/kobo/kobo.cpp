// Kobo Pay: pages of payment.
#include <svc/connector.hpp>
#include <svc/plugin.hpp>

namespace {

using namespace svc;

std::string url(std::string_view path) {
    return Call::settings().textOr("baseUrl", "https://api.kobo.example") + "/v1" + std::string(path);
}

/// The code of `{ error: { code } }`, which people find again in the provider's own pages.
std::string codeOf(const HttpReply& reply) {
    try {
        return reply.json()["error"].textOr("code");
    } catch (const JsonError&) {
        return "";
    }
}

Json answerOf(const HttpReply& reply) {
    return connector::jsonOf(connector::accepted(reply, codeOf(reply)));
}

Json describe(Call&, const Json&) {
    return Json::parse(R"({
        "name": "Kobo Pay", "kind": "payment", "auth": "api_key", "capabilities": ["payment-link"],
        "keysUrl": "https://kobo.example/keys",
        "credentialsSchema": { "type": "object", "required": ["apiKey"], "properties": {
            "apiKey": { "type": "string", "format": "password" },
            "webhookSecret": { "type": "string", "format": "password" } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" } } },
        "hookHeaders": ["Kobo-Signature"], "lost": { "payment_link": "repeat" } })");
}

/// A key is kept when it has proved itself; until then the one before stays.
Json connect(Call& call, const Json& input) {
    const Json& credentials = input["credentials"];
    const std::string key = credentials.textOr("apiKey");
    const Json account =
        answerOf(call.http().get(url("/account")).header("Authorization", "Bearer " + key).send());
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("apiKey", key);
        if (const auto secret = credentials.optionalText("webhookSecret")) {
            call.secrets().put("webhook", *secret);
        }
    });
    return Json::object({{"account", Json::object({{"id", connector::textOf(account, "id")},
                                                   {"name", account.textOr("name")}})}});
}

Json test(Call& call, const Json&) {
    const HttpReply reply = call.http().get(url("/account")).bearer("apiKey").send();
    return connector::tried(reply, codeOf(reply));
}

Json disconnect(Call& call, const Json&) {
    call.transaction([&] { call.secrets().remove("*"); });
    return Json::object();
}

/// The same key asks for the same page: a lost answer is asked for again.
Json paymentLink(Call& call, const Json& input) {
    const Currency currency = Currency::parse(input.textOr("currency")).value();
    const Json page = answerOf(
        call.http()
            .post(url("/payments"))
            .bearer("apiKey")
            .once("Idempotency-Key", input.textOr("key"))
            .json(Json::object({{"amount", connector::majorText(input["amount"].integer(), currency)},
                                {"currency", currency.code()},
                                {"label", connector::labelOf(input)},
                                {"return_url", input.textOr("returnUrl")}}))
            .send());
    return Json::object({{"reference", connector::textOf(page, "id")},
                         {"url", connector::textOf(page, "page_url")},
                         {"expiresAt", nullptr}});
}

Json paymentState(Call& call, const Json& input) {
    const HttpReply reply =
        call.http().get(url("/payments/" + percentEncode(input.textOr("reference")))).bearer("apiKey").send();
    if (reply.status == 404) {
        return connector::stateOf("absent");
    }
    const Json payment = answerOf(reply);
    const std::string status = connector::textOf(payment, "status");
    if (status != "paid") {
        return connector::stateOf(status == "refused"   ? "failed"
                                  : status == "expired" ? "expired"
                                                        : "pending");
    }
    const auto currency = Currency::parse(payment.textOr("currency"));
    const auto amount = currency ? connector::minorOf(payment.textOr("amount"), *currency) : std::nullopt;
    if (!amount) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    Json state = connector::stateOf("paid");
    state.set("amount", *amount);
    state.set("currency", currency->code());
    state.set("paymentId", connector::textOf(payment, "id"));
    return state;
}

/// Says only that something has happened to a payment: its state is read from Kobo Pay afterwards.
Json hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    if (!call.secrets().matches(Secrets::Hmac::Sha256, "webhook", {incoming.body()}, Secrets::Encoding::Hex,
                                incoming.header("Kobo-Signature"))) {
        throw ApiError(400, "signature-invalid");
    }
    const Json event = incoming.json();
    return Json::object(
        {{"id", event.textOr("id")}, {"about", "payment"}, {"reference", event.textOr("payment")}});
}

void start(Registry& registry) {
    registry.command("connector.kobo.describe", describe);
    registry.command("connector.kobo.connect", connector::reading<connect>);
    registry.command("connector.kobo.test", test);
    registry.command("connector.kobo.disconnect", disconnect);
    registry.command("connector.kobo.payment_link", connector::reading<paymentLink>);
    registry.command("connector.kobo.payment_state", connector::reading<paymentState>);
    registry.command("connector.kobo.hook", hook);
}

} // namespace

SVC_PLUGIN("kobo", "1.0.0", start)
