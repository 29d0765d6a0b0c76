// MTN MoMo: requests to pay that a phone shows. Collection API v1.0.
#include <algorithm>
#include <array>

#include <openssl/evp.h>

#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/access_token.hpp"
#include "common/error_code.hpp"
#include "common/play_money.hpp"

namespace svc::mtn_momo {
namespace {

using calls::integrations::ConnectedAccount;
using State = commands::PaymentStateOutputState;
using connector::textOf;

constexpr std::string_view Sandbox = "sandbox";

struct Account {
    std::string apiUser;
    std::string apiKey;
    std::string subscriptionKey;
    std::string environment; ///< sandbox, or MTN's name of the country: mtnbenin, mtnivorycoast, …

    std::string url(std::string_view path) const {
        const Json& settings = Call::settings();
        return (environment == Sandbox
                    ? settings.textOr("sandboxUrl", "https://sandbox.momodeveloper.mtn.com")
                    : settings.textOr("baseUrl", "https://proxy.momoapi.mtn.com")) +
               "/collection" + std::string(path);
    }
};

Account keptAccount(Call& call) {
    const auto kept = [&](std::string_view name) { return call.secrets().get(name).value_or(""); };
    return {kept("apiUser"), kept("apiKey"), kept("subscriptionKey"), kept("environment")};
}

/// The code of `{ code, message }`, or of a refused token, `{ error }`.
std::string codeOf(const HttpReply& reply) {
    return connector::codeIn(
        reply, [](const Json& answer) { return answer.textOr("code", answer.textOr("error")); });
}

/// MTN refuses many requests with status 500 and a code, which no repetition changes.
const HttpReply& accepted(const HttpReply& reply) {
    constexpr int Broken = 500;
    constexpr std::array<std::string_view, 6> Refusals = {
        "NOT_ALLOWED",     "NOT_ALLOWED_TARGET_ENVIRONMENT", "INVALID_CALLBACK_URL_HOST", "INVALID_CURRENCY",
        "PAYER_NOT_FOUND", "PAYEE_NOT_ALLOWED_TO_RECEIVE"};
    const std::string code = codeOf(reply);
    if (reply.status == Broken && std::find(Refusals.begin(), Refusals.end(), code) != Refusals.end()) {
        throw connector::refusedBy(reply, code);
    }
    return connector::accepted(reply, code);
}

HttpReply askForToken(Call& call, const Account& account) {
    return call.http()
        .post(account.url("/token/"))
        .basic(account.apiUser, account.apiKey)
        .header("Ocp-Apim-Subscription-Key", account.subscriptionKey)
        .send();
}

/// Sends what `request(call)` begins, with the headers of every MTN request.
template <class Begin>
HttpReply signedIn(Call& call, const Account& account, Begin begin) {
    const auto ask = [&] {
        const HttpReply reply = askForToken(call, account);
        return connector::jsonOf(accepted(reply));
    };
    return connector::sendWithToken(call, ask, [&](const std::string& token) {
        return begin()
            .header("Authorization", "Bearer " + token)
            .header("Ocp-Apim-Subscription-Key", account.subscriptionKey)
            .header("X-Target-Environment", account.environment)
            .send();
    });
}

/// The identifier of the payment request: a UUID of version 4 derived from the idempotency key, so it is the
/// same in a retry, even after a change of credentials.
std::string referenceOf(const std::string& key) {
    std::array<unsigned char, 32> digest{};
    unsigned int size = 0;
    if (EVP_Digest(key.data(), key.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
        throw Fault("OpenSSL has no SHA-256");
    }
    digest[6] = static_cast<unsigned char>((digest[6] & 0x0FU) | 0x40U);
    digest[8] = static_cast<unsigned char>((digest[8] & 0x3FU) | 0x80U);
    std::string text;
    for (std::size_t i = 0; i < 16; ++i) {
        constexpr std::string_view Digits = "0123456789abcdef";
        text += i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
        text += Digits[digest[i] >> 4U];
        text += Digits[digest[i] & 15U];
    }
    return text;
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "MTN MoMo", "kind": "mobile_money", "auth": "api_key", "capabilities": ["push-to-phone"],
        "keysUrl": "https://momodeveloper.mtn.com",
        "credentialsSchema": { "type": "object",
            "required": ["apiUser", "apiKey", "subscriptionKey", "environment"], "properties": {
                "apiUser": { "type": "string", "format": "uuid" },
                "apiKey": { "type": "string", "minLength": 1, "format": "password" },
                "subscriptionKey": { "type": "string", "minLength": 1, "format": "password" },
                "environment": { "type": "string", "pattern": "^(sandbox|mtn[a-z]+)$" } } },
        "settingsSchema": { "type": "object", "required": ["walletId"], "additionalProperties": false,
            "properties": { "walletId": { "type": "string", "pattern": "^wal_" } } },
        "lost": { "push_to_phone": "repeat" } })");
}

/// Stores the credentials only after MTN has accepted them.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& credentials = input.credentials;
    const auto given = [&](std::string_view name) {
        return credentials.isObject() ? credentials.textOr(name) : std::string();
    };
    const Account account{given("apiUser"), given("apiKey"), given("subscriptionKey"), given("environment")};
    if (account.apiUser.empty() || account.apiKey.empty() || account.subscriptionKey.empty() ||
        (account.environment != Sandbox && !account.environment.starts_with("mtn"))) {
        throw ApiError(400, "integration-credentials-invalid");
    }
    const HttpReply reply = askForToken(call, account);
    textOf(connector::jsonOf(accepted(reply)), "access_token");
    call.transaction([&] {
        call.secrets().remove("*");
        for (const char* name : {"apiUser", "apiKey", "subscriptionKey", "environment"}) {
            call.secrets().put(name, given(name));
        }
    });
    return {.account = ConnectedAccount{.id = account.apiUser, .name = account.environment}};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = askForToken(call, keptAccount(call));
    return connector::tried<TestOutput>(reply, codeOf(reply));
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

commands::PushToPhoneOutput commands::pushToPhone(Call& call, const commands::PushToPhoneInput& input) {
    constexpr int Duplicate = 409; // a retry of a request whose answer was lost
    const Account account = keptAccount(call);
    const std::string& phone = input.phone;
    const std::string number = input.document.number.value_or(input.document.id);
    const std::string reference = referenceOf(input.key);
    const Json body = Json::object(
        {{"amount", connector::majorText(input.amount.minor(), input.currency)},
         {"currency", input.currency.code()},
         {"externalId", input.document.id},
         {"payer", Json::object({{"partyIdType", "MSISDN"},
                                 {"partyId", phone.starts_with('+') ? phone.substr(1) : phone}})},
         {"payerMessage", number},
         {"payeeNote", number}});
    const HttpReply reply = signedIn(call, account, [&] {
        return call.http()
            .post(account.url("/v1_0/requesttopay"))
            .once("X-Reference-Id", reference)
            .json(body);
    });
    if (reply.status != Duplicate) {
        accepted(reply);
    }
    return {.reference = reference, .expiresAt = std::nullopt};
}

commands::PaymentStateOutput commands::paymentState(Call& call, const commands::PaymentStateInput& input) {
    const Account account = keptAccount(call);
    const HttpReply reply = signedIn(call, account, [&] {
        return call.http().get(
            account.url("/v1_0/requesttopay/" + percentEncode(input.reference.value_or(""))));
    });
    if (reply.status == 404) {
        return {.state = State::Absent};
    }
    const Json request = connector::jsonOf(accepted(reply));
    const std::string status = textOf(request, "status");
    if (status == "SUCCESSFUL") {
        const auto currency = Currency::parse(request.textOr("currency"));
        const auto amount = currency ? connector::minorOf(request.textOr("amount"), *currency) : std::nullopt;
        if (!amount) {
            throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
        }
        return connector::paidAt(
            account.environment == Sandbox,
            PaymentStateOutput{.state = State::Paid,
                               .amount = MinorAmount(*amount),
                               .currency = currency,
                               .paymentId =
                                   request.textOr("financialTransactionId", input.reference.value_or(""))});
    }
    if (status != "FAILED") {
        return {.state = State::Pending};
    }
    const Json& reason = request["reason"];
    const std::string code = reason.isString()   ? reason.text()
                             : reason.isObject() ? reason.textOr("code", "payment-failed")
                                                 : "payment-failed";
    if (code == "EXPIRED") {
        return {.state = State::Expired};
    }
    return {.state = State::Failed, .error = code};
}

} // namespace svc::mtn_momo
