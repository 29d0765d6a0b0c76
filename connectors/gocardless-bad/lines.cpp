#include "lines.hpp"

#include "common/digest.hpp"

namespace svc::gocardless_bad {
namespace {

[[noreturn]] void unreadable() {
    throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
}

/// The day of a date or instant, in the time zone in which the bank wrote it.
std::optional<std::string> dayIn(const Json& transaction, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        if (const auto text = transaction.optionalText(name)) {
            if (const auto date = Date::parse(text->substr(0, 10))) {
                return date->toString();
            }
        }
    }
    return std::nullopt;
}

/// The remittance information, in one text or several.
std::string purposeOf(const Json& transaction) {
    if (const auto text = transaction.optionalText("remittanceInformationUnstructured")) {
        return *text;
    }
    std::string purpose;
    const Json& pieces = transaction["remittanceInformationUnstructuredArray"];
    if (pieces.isArray()) {
        for (const Json& piece : pieces.items()) {
            purpose += (purpose.empty() ? "" : " ") + piece.text();
        }
    }
    return purpose.empty() ? transaction.textOr("additionalInformation") : purpose;
}

/// The payer of incoming money, or the payee of outgoing money. For returned payments banks give the roles of
/// the original payment.
Json counterpartyOf(const Json& transaction, bool in) {
    Json party = Json::object({{"name", nullptr}, {"iban", nullptr}});
    for (const std::string role : {in ? "debtor" : "creditor", in ? "creditor" : "debtor"}) {
        const auto name = transaction.optionalText(role + "Name");
        const Json& account = transaction[role + "Account"];
        const auto iban = account.isObject() ? account.optionalText("iban") : std::nullopt;
        if (name || iban) {
            return party.set("name", name).set("iban", iban);
        }
    }
    return party;
}

} // namespace

/// The bank's identifier. Without one, it is derived from the fields that identify a line, and from its index
/// among equal lines of the day: it is the same in every answer that has the whole day.
std::string Lines::identifierOf(const Json& transaction, const Json& line) {
    if (const auto id = transaction.optionalText("transactionId"); id && !id->empty()) {
        return *id;
    }
    const std::string what = account_ + '\n' + line["bookedAt"].text() + '\n' + line["amount"].dump() + '\n' +
                             line["currency"].text() + '\n' + line["label"].text() + '\n' +
                             line["counterparty"].dump();
    constexpr std::size_t Digits = 32;
    const int rank = ++equals_[what];
    return "made-" + connector::sha256Hex(what + '\n' + std::to_string(rank)).substr(0, Digits);
}

void Lines::add(const Json& transaction) {
    const auto booked = dayIn(transaction, {"bookingDate", "bookingDateTime", "valueDate", "valueDateTime"});
    const Json& money = transaction["transactionAmount"];
    const auto currency = Currency::parse(connector::textOf(money, "currency"));
    const auto amount =
        currency ? connector::minorOf(connector::textOf(money, "amount"), *currency) : std::nullopt;
    if (!booked || !amount) {
        unreadable();
    }
    Json line =
        Json::object({{"bookedAt", *booked},
                      {"valueDate", dayIn(transaction, {"valueDate", "valueDateTime"}).value_or(*booked)},
                      {"amount", *amount},
                      {"currency", currency->code()},
                      {"label", purposeOf(transaction)},
                      {"counterparty", counterpartyOf(transaction, *amount > 0)},
                      {"reference", transaction.optionalText("remittanceInformationStructured")},
                      {"endToEndId", transaction.optionalText("endToEndId")}});
    line.set("bankReference", identifierOf(transaction, line));
    lines_.push(std::move(line));
}

} // namespace svc::gocardless_bad
