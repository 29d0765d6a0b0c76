// CinetPay: pages of payment in West and Central Africa. Checkout API v2.
#include <algorithm>
#include <array>

#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/digest.hpp"
#include "common/error_code.hpp"
#include "common/form_fields.hpp"
#include "common/known_account.hpp"
#include "common/whole_amount.hpp"

namespace svc::cinetpay {
namespace {

using calls::integrations::ConnectedAccount;
using State = commands::PaymentStateOutputState;
using connector::textOf;

template <std::size_t Size>
bool isOneOf(const std::array<std::string_view, Size>& codes, std::string_view code) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

struct Account {
    std::string apiKey;
    std::string siteId;
};

Account keptAccount(Call& call) {
    return {call.secrets().get("apiKey").value_or(""), call.secrets().get("siteId").value_or("")};
}

HttpReply ask(Call& call, const Account& account, std::string_view path, Json body) {
    body.set("apikey", account.apiKey).set("site_id", account.siteId);
    const std::string base = Call::settings().textOr("baseUrl", "https://api-checkout.cinetpay.com");
    return call.http().post(base + std::string(path)).json(body).send();
}

/// The code of `{ code, message, description, data }`, which refusals have too.
std::string codeOf(const HttpReply& reply) {
    return connector::codeIn(reply, [](const Json& answer) { return answer.textOr("code"); });
}

/// Some refusals come with status 200; their codes show that the key or the site is unknown.
void requireAccount(const HttpReply& reply) {
    constexpr std::array<std::string_view, 2> UnknownAccount = {"609", "613"};
    if (const std::string code = codeOf(reply); isOneOf(UnknownAccount, code)) {
        throw connector::credentialsRefused(reply, code);
    }
}

Json answerOf(const HttpReply& reply) {
    requireAccount(reply);
    return connector::jsonOf(connector::accepted(reply, codeOf(reply)));
}

/// Asks for the state of a payment that does not exist: CinetPay has no other request to test a key with.
HttpReply tryOut(Call& call, const Account& account) {
    return ask(call, account, "/v2/payment/check", Json::object({{"transaction_id", "connection"}}));
}

/// Adds the received amount, which the answer has as a text or as a number.
void tellAmount(commands::PaymentStateOutput& state, const Json& data, Currency currencyOfOrder) {
    const auto currency = Currency::parse(data.textOr("currency", currencyOfOrder.code()));
    const std::string text = data["amount"].isNumber() ? data["amount"].dump() : data.textOr("amount");
    const auto amount = currency ? connector::minorOf(text, *currency) : std::nullopt;
    if (!amount) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    state.amount = MinorAmount(*amount);
    state.currency = currency;
}

/// The fields that CinetPay signs, in its order.
std::string signedText(const std::map<std::string, std::string>& fields) {
    std::string text;
    for (const char* name :
         {"cpm_site_id", "cpm_trans_id", "cpm_trans_date", "cpm_amount", "cpm_currency", "signature",
          "payment_method", "cel_phone_num", "cpm_phone_prefixe", "cpm_language", "cpm_version",
          "cpm_payment_config", "cpm_page_action", "cpm_custom", "cpm_designation", "cpm_error_message"}) {
        text += connector::fieldOf(fields, name);
    }
    return text;
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "CinetPay", "kind": "mobile_money", "auth": "api_key", "capabilities": ["payment-link"],
        "currencies": ["XOF", "XAF", "GNF", "CDF"],
        "keysUrl": "https://admin.cinetpay.com",
        "credentialsSchema": { "type": "object", "required": ["apiKey", "siteId"], "properties": {
            "apiKey": { "type": "string", "minLength": 1, "format": "password" },
            "siteId": { "type": "string", "minLength": 1 },
            "secretKey": { "type": "string", "minLength": 1, "format": "password" } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" },
                            "language": { "enum": ["fr", "en"] } } },
        "hookHeaders": ["x-token"], "lost": { "payment_link": "hold" } })");
}

commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& given = input.credentials;
    const Account account{given.textOr("apiKey"), given.textOr("siteId")};
    const HttpReply reply = tryOut(call, account);
    if (!connector::isKnownAccount(reply, answerOf)) {
        answerOf(reply);
    }
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("apiKey", account.apiKey);
        call.secrets().put("siteId", account.siteId);
        if (const auto secret = given.optionalText("secretKey")) {
            call.secrets().put("webhook", *secret);
        }
    });
    return {.account = ConnectedAccount{.id = account.siteId, .name = std::nullopt}};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = tryOut(call, keptAccount(call));
    requireAccount(reply);
    return connector::triedAccount<TestOutput>(reply, codeOf(reply), answerOf);
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

/// CinetPay takes multiples of 5 only, from 100 on; a transaction identifier can be used once.
commands::PaymentLinkOutput commands::paymentLink(Call& call, const commands::PaymentLinkInput& input) {
    constexpr std::array<std::string_view, 4> Currencies = {"XOF", "XAF", "GNF", "CDF"};
    if (!isOneOf(Currencies, input.currency.code())) {
        throw ApiError(400, "provider-refused", {"currency"});
    }
    const HttpReply reply =
        ask(call, keptAccount(call), "/v2/payment",
            Json::object({{"transaction_id", input.key},
                          {"amount", connector::wholeAmount(input, 100, 5)},
                          {"currency", input.currency.code()},
                          {"description", connector::labelOf(input)},
                          {"notify_url", input.hookUrl},
                          {"return_url", input.returnUrl},
                          {"channels", "ALL"},
                          {"lang", input.settings.isObject() ? input.settings.textOr("language", "fr")
                                                             : std::string("fr")}}));
    const Json answer = answerOf(reply);
    if (textOf(answer, "code") != "201") {
        throw connector::refusedBy(reply, textOf(answer, "code"));
    }
    return {.reference = input.key, .url = textOf(answer["data"], "payment_url"), .expiresAt = std::nullopt};
}

commands::PaymentStateOutput commands::paymentState(Call& call, const commands::PaymentStateInput& input) {
    constexpr std::array<std::string_view, 3> Failed = {"600", "602", "627"};
    const std::string transaction = input.reference.value_or("");
    const HttpReply reply =
        ask(call, keptAccount(call), "/v2/payment/check", Json::object({{"transaction_id", transaction}}));
    if (reply.status == 404) {
        return {.state = State::Absent};
    }
    const Json answer = answerOf(reply);
    const std::string code = textOf(answer, "code");
    const Json& data = answer["data"];
    if (code == "00" && textOf(data, "status") == "ACCEPTED") {
        PaymentStateOutput state{.state = State::Paid};
        tellAmount(state, data, input.currency);
        state.paymentId = data.textOr("operator_id", transaction);
        return state;
    }
    if (isOneOf(Failed, code)) {
        return {.state = State::Failed, .error = answer.textOr("message", code)};
    }
    return {.state = State::Pending};
}

/// Without the secret key of the site the call cannot be verified and is only a hint; the payment state is
/// read in any case.
Json commands::hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    const auto fields = connector::formFields(incoming.body());
    const bool sealed = call.secrets().get("webhook").has_value();
    if (connector::fieldOf(fields, "cpm_site_id") != call.secrets().get("siteId").value_or("") ||
        (sealed && !call.secrets().matches(Secrets::Hmac::Sha256, "webhook", {signedText(fields)},
                                           Secrets::Encoding::Hex, incoming.header("x-token")))) {
        throw ApiError(400, "signature-invalid");
    }
    return Json::object({{"id", connector::sha256Hex(incoming.body())},
                         {"about", "payment"},
                         {"reference", connector::textField(fields, "cpm_trans_id")}});
}

} // namespace svc::cinetpay
