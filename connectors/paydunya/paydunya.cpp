// PayDunya: pages of payment in Senegal and its neighbours. Checkout invoices of API v1.
#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/account_identity.hpp"
#include "common/digest.hpp"
#include "common/error_code.hpp"
#include "common/form_fields.hpp"
#include "common/known_account.hpp"
#include "common/play_money.hpp"
#include "common/whole_amount.hpp"

namespace svc::paydunya {
namespace {

using calls::integrations::ConnectedAccount;
using State = commands::PaymentStateOutputState;
using connector::textOf;

constexpr std::string_view Done = "00";
constexpr std::int64_t LeastAmount = 200; // francs

struct Account {
    std::string masterKey;
    std::string privateKey;
    std::string token;

    /// Test keys belong to a separate platform.
    bool isSandbox() const { return privateKey.starts_with("test_"); }

    HttpCall request(Call& call, std::string_view method, std::string_view path) const {
        const Json& settings = Call::settings();
        const std::string base =
            isSandbox() ? settings.textOr("sandboxUrl", "https://app.paydunya.com/sandbox-api/v1")
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
    return connector::codeIn(reply, [](const Json& answer) { return answer.textOr("response_code"); });
}

/// Refusals come with status 200 and a code: 1001 and similar ones for unknown keys.
void requireAccount(const HttpReply& reply) {
    if (const std::string code = codeOf(reply); code.starts_with("100")) {
        throw connector::credentialsRefused(reply, code);
    }
}

Json answerOf(const HttpReply& reply) {
    requireAccount(reply);
    const std::string code = codeOf(reply);
    Json answer = connector::jsonOf(connector::accepted(reply, code));
    if (textOf(answer, "response_code") != Done) {
        throw connector::refusedBy(reply, code);
    }
    return answer;
}

/// Asks for an invoice that does not exist: PayDunya has no other request to test keys with.
HttpReply tryOut(Call& call, const Account& account) {
    return account.request(call, "GET", "confirm/connection").send();
}

} // namespace

Json commands::describe(Call&) {
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

/// PayDunya does not name an account. The master key is that of the account, the others are those of an
/// application; the platform for tests has other invoices.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& given = input.credentials;
    const Account account = accountIn(given);
    const HttpReply reply = tryOut(call, account);
    if (!connector::isKnownAccount(reply, answerOf)) {
        answerOf(reply);
    }
    call.transaction([&] {
        call.secrets().remove("*");
        for (const char* name : {"masterKey", "privateKey", "token"}) {
            call.secrets().put(name, given.textOr(name));
        }
    });
    return {.account = ConnectedAccount{.id = (account.isSandbox() ? "sandbox-" : "") +
                                              connector::identityFrom(call, "masterKey"),
                                        .name = std::nullopt}};
}

commands::TestOutput commands::test(Call& call) {
    const HttpReply reply = tryOut(call, keptAccount(call));
    requireAccount(reply);
    return connector::triedAccount<TestOutput>(reply, codeOf(reply), answerOf);
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

commands::PaymentLinkOutput commands::paymentLink(Call& call, const commands::PaymentLinkInput& input) {
    if (input.currency.code() != "XOF") {
        throw ApiError(400, "provider-refused", {"currency"});
    }
    const Json made = answerOf(
        keptAccount(call)
            .request(call, "POST", "create")
            .json(Json::object(
                {{"invoice", Json::object({{"total_amount", connector::wholeAmount(input, LeastAmount)},
                                           {"description", connector::labelOf(input)}})},
                 {"store", Json::object({{"name", input.company}})},
                 {"actions", Json::object({{"callback_url", input.hookUrl},
                                           {"return_url", input.returnUrl},
                                           {"cancel_url", input.returnUrl}})},
                 {"custom_data", Json::object({{"document", input.document.id}, {"key", input.key}})}}))
            .send());
    return {
        .reference = textOf(made, "token"), .url = textOf(made, "response_text"), .expiresAt = std::nullopt};
}

commands::PaymentStateOutput commands::paymentState(Call& call, const commands::PaymentStateInput& input) {
    const std::string token = input.reference.value_or("");
    const Account account = keptAccount(call);
    const HttpReply reply = account.request(call, "GET", "confirm/" + percentEncode(token)).send();
    if (reply.status == 404) {
        return {.state = State::Absent};
    }
    const Json invoice = answerOf(reply);
    const std::string status = textOf(invoice, "status");
    if (status == "completed") {
        // Francs have no smaller unit.
        return connector::paidAt(
            account.isSandbox(),
            PaymentStateOutput{.state = State::Paid,
                               .amount = MinorAmount(invoice["invoice"]["total_amount"].integer()),
                               .paymentId = token});
    }
    if (status == "cancelled" || status == "failed") {
        return {.state = State::Failed, .error = status};
    }
    return {.state = State::Pending};
}

/// The hash proves no more than that the sender knows the master key; the state is read in any case.
Json commands::hook(Call& call, const Json& input) {
    const connector::IncomingCall incoming(input);
    const auto fields = connector::formFields(incoming.body());
    const std::string expected =
        hexEncode(connector::digestOf(EVP_sha512(), call.secrets().get("masterKey").value_or("")));
    if (!connector::isSame(expected, connector::fieldOf(fields, "data[hash]"))) {
        throw ApiError(400, "signature-invalid");
    }
    return Json::object({{"id", connector::sha256Hex(incoming.body())},
                         {"about", "payment"},
                         {"reference", connector::textField(fields, "data[invoice][token]")}});
}

} // namespace svc::paydunya
