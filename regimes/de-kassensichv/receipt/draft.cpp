#include "receipt/draft.hpp"

#include <svc/error.hpp>
#include <svc/money.hpp>

namespace svc::de_kassensichv {
namespace {

constexpr std::size_t Places = 5;

Currency euro() {
    return Currency::of("EUR");
}

/// Index of a tax key in the amounts that the TSE signs: keys of earlier rates end with the digit of their
/// place.
std::size_t placeOf(std::int64_t key) {
    const std::int64_t digit = key % 10;
    return digit >= 1 && digit < static_cast<std::int64_t>(Places) ? static_cast<std::size_t>(digit - 1)
                                                                   : Places - 1;
}

/// The tax key of a rate. Lines without tax are exempt (categories E, G, K of UNCL 5305) or not taxable.
std::int64_t keyOf(const TaxedAmount& line) {
    const Decimal& rate = line.taxRate;
    if (rate.isZero()) {
        const std::string& category = line.taxCategory;
        return category == "E" || category == "G" || category == "K" ? Exempt : NotTaxable;
    }
    const std::string text = rate.toString();
    const auto key = Call::settings()["vatKeys"].optionalInteger(text);
    if (!key) {
        throw ApiError(400, "tax-rate-unsupported", {text});
    }
    return *key;
}

/// The payment type of the DSFinV-K (ZAHLART_TYP).
std::string_view kindOf(std::string_view method) {
    return method == "cash"                                       ? "Bar"
           : method == "mobile_money" || method == "payment_link" ? "ElZahlungsdienstleister"
                                                                  : "Unbar";
}

} // namespace

bool isTillMethod(std::string_view method) {
    return method == "cash" || method == "card";
}

void Draft::addLine(Json line) {
    lines_.push(std::move(line));
}

void Draft::addLines(const std::vector<TaxedAmount>& amounts, std::int64_t documentTotal, std::int64_t sign) {
    std::int64_t sum = 0;
    for (const TaxedAmount& line : amounts) {
        sum += line.gross();
        addLine(Json::object({{"text", line.text.value_or(label_)},
                              {"case", cases::Turnover},
                              {"item", line.item},
                              {"quantity", Decimal(sign) * line.quantity},
                              {"unit", line.unit},
                              {"key", keyOf(line)},
                              {"rate", line.taxRate},
                              {"gross", sign * line.gross()},
                              {"net", sign * line.net},
                              {"tax", sign * line.tax}}));
    }
    if (const std::int64_t rest = documentTotal - sum; rest != 0) {
        addCase(cases::Turnover, "Rundung", sign * rest);
    }
}

void Draft::addCase(std::string_view businessCase, std::string_view text, std::int64_t amount) {
    addLine(Json::object({{"text", text},
                          {"case", businessCase},
                          {"quantity", 1},
                          {"key", NotTaxable},
                          {"rate", 0},
                          {"gross", amount},
                          {"net", amount},
                          {"tax", 0}}));
}

void Draft::addPayment(std::string_view method, std::int64_t amount, std::int64_t walletAmount,
                       const std::string& walletCurrency, const std::optional<std::string>& id) {
    payments_.push(Json::object({{"id", id},
                                 {"type", kindOf(method)},
                                 {"name", method},
                                 {"currency", walletCurrency},
                                 {"amount", walletAmount},
                                 {"base", amount}}));
}

std::int64_t Draft::total() const {
    std::int64_t sum = 0;
    for (const Json& line : lines_.items()) {
        sum += line["gross"].integer();
    }
    return sum;
}

std::int64_t Draft::paid() const {
    std::int64_t sum = 0;
    for (const Json& payment : payments_.items()) {
        sum += payment["base"].integer();
    }
    return sum;
}

void Draft::balance() {
    if (const std::int64_t unpaid = total() - paid(); unpaid != 0) {
        addCase(cases::ClaimMade, unpaid > 0 ? "Forderung" : "Minderung der Forderung", -unpaid);
    }
}

void Draft::setCustomer(const calls::sales::SealedBuyer& buyer, const calls::sales::SalePartner& partner) {
    const auto address = buyer.address.value_or(calls::sales::SealedAddress());
    customer_ = Json::object({{"name", buyer.name},
                              {"id", partner.id.toString()},
                              {"street", address.line1},
                              {"postalCode", address.postalCode},
                              {"city", address.city},
                              {"country", buyer.country},
                              {"vatNumber", buyer.vatNumber}});
}

void Draft::setReference(const Receipt& original) {
    reference_ = Json::object({{"receipt", original.id.toString()}, {"sequence", original.sequence}});
}

ProcessData Draft::processData(std::string_view type) const {
    ProcessData data;
    data.type = type;
    for (const Json& line : lines_.items()) {
        Decimal& place = data.gross[placeOf(line["key"].integer())];
        place += majorFromMinor(line["gross"].integer(), euro());
    }
    for (const Json& payment : payments_.items()) {
        const Currency currency = Currency::parse(payment["currency"].text()).value_or(euro());
        const bool cash = payment["type"].text() == "Bar";
        const Decimal amount = majorFromMinor(payment["amount"].integer(), currency);
        bool added = false;
        for (PaidAmount& paid : data.payments) {
            if (paid.cash == cash && paid.currency == currency.code()) {
                paid.amount += amount;
                added = true;
            }
        }
        if (!added) {
            data.payments.push_back({amount, cash, std::string(currency.code())});
        }
    }
    return data;
}

Json Draft::content(Call& call) const {
    const Actor actor = call.actor();
    return Json::object({{"label", label_},
                         {"lines", lines_},
                         {"payments", payments_},
                         {"customer", customer_},
                         {"reference", reference_},
                         {"cancels", cancels_},
                         {"user", actorJson(actor.kindText(), actor.optionalId())}});
}

} // namespace svc::de_kassensichv
