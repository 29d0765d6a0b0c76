// PayDunya: pages of payment in Senegal and its neighbours. Checkout invoices of API v1.
#include <svc/connector.hpp>
#include <svc/plugin.hpp>

#include "common/digest.hpp"
#include "common/form_fields.hpp"
#include "common/whole_amount.hpp"

namespace svc::paydunya {
namespace {

using connector::stateOf;
using connector::textOf;

constexpr std::string_view Done = "00";
constexpr std::int64_t LeastAmount = 200; // francs

struct Account {
    std::string masterKey;
    std::string privateKey;
    std::string token;

    /// Test keys belong to a separate platform.
    HttpCall request(Call& call, std::string_view method, std::string_view path) const {
        const Json& settings = Call::settings();
        const std::string base =
            privateKey.starts_with("test_")
                ? settings.textOr("sandboxUrl", "https://app.paydunya.com/sandbox-api/v1")
                : settings.textOr("baseUrl", "https://app.paydunya.com/api/v1");
        return call.http()
            .request(method, base + "/checkout-invoice/" + std::string(path))
            .header("PAYDUNYA-MASTER-KEY", masterKey)
            .header("PAYDUNYA-PRIVATE-KEY", privateKey)
            .header("PAYDUNYA-TOKEN", token);
    }
};

Account accountIn(const Json& given) {
    return {given.textOr("masterKey"), given.textOr("privateKey"), given.textOr("token")};
}

Account keptAccount(Call& call) {
    const auto kept = [&](std::string_view name) { return call.secrets().get(name).value_or(""); };
    return {kept("masterKey"), kept("privateKey"), kept("token")};
}

std::string codeOf(const HttpReply& reply) {
    try {
        const Json answer = reply.json();
        return answer.isObject() ? answer.textOr("response_code") : "";
    } catch (const JsonError&) {
        return "";
    }
}

/// Refusals come with status 200 and a code: 1001 and similar ones for unknown keys.
Json answerOf(const HttpReply& reply) {
    const std::string code = codeOf(reply);
    if (code.starts_with("100")) {
        throw connector::credentialsRefused(reply, code);
    }
    Json answer = connector::jsonOf(connector::accepted(reply, code));
    if (textOf(answer, "response_code") != Done) {
        throw connector::refusedBy(reply, code);
    }
    return answer;
}

Json describe(Call&, const Json&) {
    return Json::parse(R"({
        "name": "PayDunya", "kind": "mobile_money", "auth": "api_key", "capabilities": ["payment-link"],
        "currencies": ["XOF"],
        "keysUrl": "https://paydunya.com/integration-setups",
        "credentialsSchema": { "type": "object", "required": ["masterKey", "privateKey", "token"],
            "properties": {
                "masterKey": { "type": "string", "minLength": 1, "format": "password" },
                "privateKey": { "type": "string", "pattern": "^(test|live)_", "format": "password" },
                "token": { "type": "string", "minLength": 1, "format": "password" } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" } } },
        "lost": { "payment_link": "hold" } })");
}

/// Asks for an invoice that does not exist: PayDunya has no other request to test keys with.
HttpReply tryOut(Call& call, const Account& account) {
    return account.request(call, "GET", "confirm/connection").send();
}

/// PayDunya's answer about the invoice does not matter, as long as it knows the keys.
bool isKnown(const HttpReply& reply) {
    try {
        answerOf(reply);
        return true;
    } catch (const ApiError& refusal) {
        return refusal.code().starts_with("provider-refused");
    }
}

Json connect(Call& call, const Json& input) {
    const Json& given = input["credentials"];
    const HttpReply reply = tryOut(call, accountIn(given));
    if (!isKnown(reply)) {
        answerOf(reply);
    }
    call.transaction([&] {
        call.secrets().remove("*");
        for (const char* name : {"masterKey", "privateKey", "token"}) {
            call.secrets().put(name, given.textOr(name));
        }
    });
    return Json::object({{"account", Json::object({{"id", nullptr}, {"name", nullptr}})}});
}

Json test(Call& call, const Json&) {
    const HttpReply reply = tryOut(call, keptAccount(call));
    Json result = connector::tried(reply, codeOf(reply));
    const bool known = isKnown(reply);
    result.set("ok", known);
    if (known || reply.ok()) {
        result.set("error", known ? Json(nullptr) : Json(connector::reasonOf(reply, codeOf(reply))));
    }
    return result;
}

Json disconnect(Call& call, const Json&) {
    call.transaction([&] { call.secrets().remove("*"); });
    return Json::object();
}

Json paymentLink(Call& call, const Json& input) {
    if (input.textOr("currency") != "XOF") {
        throw ApiError(400, "provider-refused", {"currency"});
    }
    const Json made = answerOf(
        keptAccount(call)
            .request(call, "POST", "create")
            .json(Json::object(
                {{"invoice", Json::object({{"total_amount", connector::wholeAmount(input, LeastAmount)},
                                           {"description", connector::labelOf(input)}})},
                 {"store", Json::object({{"name", input.textOr("company")}})},
                 {"actions", Json::object({{"callback_url", input["hookUrl"]},
                                           {"return_url", input["returnUrl"]},
                                           {"cancel_url", input["returnUrl"]}})},
                 {"custom_data",
                  Json::object({{"document", input["document"]["id"]}, {"key", input["key"]}})}}))
            .send());
    return Json::object({{"reference", textOf(made, "token")},
                         {"url", textOf(made, "response_text")},
                         {"expiresAt", nullptr}});
}

Json paymentState(Call& call, const Json& input) {
    const std::string token = input.textOr("reference");
    const HttpReply reply = keptAccount(call).request(call, "GET", "confirm/" + percentEncode(token)).send();
    if (reply.status == 404) {
        return stateOf("absent");
    }
    const Json invoice = answerOf(reply);
    const std::string status = textOf(invoice, "status");
    if (status == "completed") {
        Json state = stateOf("paid");
        state.set("amount", invoice["invoice"]["total_amount"].integer()); // francs have no smaller unit
        state.set("paymentId", token);
        return state;
    }
    if (status == "cancelled" || status == "failed") {
        Json state = stateOf("failed");
        state.set("error", status);
        return state;
    }
    return stateOf("pending");
}

/// The hash proves no more than that the sender knows the master key; the state is read in any case.
Json hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    const auto fields = connector::formFields(incoming.body());
    const std::string expected =
        hexEncode(connector::digestOf(EVP_sha512(), call.secrets().get("masterKey").value_or("")));
    if (!connector::isSame(expected, connector::fieldOf(fields, "data[hash]"))) {
        throw ApiError(400, "signature-invalid");
    }
    return Json::object({{"id", connector::sha256Hex(incoming.body())},
                         {"about", "payment"},
                         {"reference", connector::fieldOf(fields, "data[invoice][token]")}});
}

void start(Registry& registry) {
    registry.command("connector.paydunya.describe", describe);
    registry.command("connector.paydunya.connect", connector::reading<connect>);
    registry.command("connector.paydunya.test", test);
    registry.command("connector.paydunya.disconnect", disconnect);
    registry.command("connector.paydunya.payment_link", connector::reading<paymentLink>);
    registry.command("connector.paydunya.payment_state", connector::reading<paymentState>);
    registry.command("connector.paydunya.hook", hook);
}

} // namespace
} // namespace svc::paydunya

SVC_PLUGIN("paydunya", "1.0.0", svc::paydunya::start)
