#include "invoice/fill.hpp"

#include <algorithm>
#include <array>

#include <svc/error.hpp>
#include <svc/money.hpp>

#include "invoice/parties.hpp"
#include "records/ids.hpp"

namespace svc::ksef {
namespace {

constexpr int RateDigits = 6;                         // of KursWaluty
constexpr int MostCurrencyDigits = 2;                 // of amounts in FA(3)
constexpr std::int64_t SplitPaymentAbove = 1'500'000; // grosz, article 106e (1) 18a

/// The Polish name of a unit of Recommendation 20; the code itself when there is none.
std::string unitOf(const std::string& code) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 14> Units = {{{"C62", "szt."},
                                                                                      {"H87", "szt."},
                                                                                      {"EA", "szt."},
                                                                                      {"HUR", "godz."},
                                                                                      {"DAY", "dzień"},
                                                                                      {"MON", "mies."},
                                                                                      {"KGM", "kg"},
                                                                                      {"GRM", "g"},
                                                                                      {"TNE", "t"},
                                                                                      {"LTR", "l"},
                                                                                      {"MTR", "m"},
                                                                                      {"MTK", "m2"},
                                                                                      {"MTQ", "m3"},
                                                                                      {"KWH", "kWh"}}};
    const auto* const found =
        std::find_if(Units.begin(), Units.end(), [&](const auto& one) { return one.first == code; });
    return found == Units.end() ? code : std::string(found->second);
}

/// The payment method as TFormaPlatnosci; 0: it has no code.
int paymentFormOf(std::string_view method) {
    return method == "cash"            ? 1
           : method == "card"          ? 2
           : method == "cheque"        ? 4
           : method == "bank_transfer" ? 6
           : method == "mobile_money"  ? 7
                                       : 0;
}

/// The exchange rate in zloty for one unit of the currency, rounded to the decimals of the structure.
Decimal zlotyFor(Call& call, Currency currency, const Decimal& perCompanyUnit, Date date) {
    const Currency zloty = Currency::of("PLN");
    Decimal zlotyPerCompanyUnit(1);
    if (call.company().currency != zloty) {
        const Json found =
            call.offers("treasury.rate")
                ? call.command("treasury.rate", Json::object({{"currency", zloty.code()}, {"date", date}}))
                : Json();
        const auto known = found.optionalDecimal("rate");
        if (!known) {
            throw ApiError(400, "rate-not-found", {currency.code(), zloty.code()});
        }
        zlotyPerCompanyUnit = *known;
    }
    if (perCompanyUnit.sign() <= 0) {
        throw ApiError(400, "rate-not-found", {currency.code(), zloty.code()});
    }
    return Decimal::divide(zlotyPerCompanyUnit, perCompanyUnit, RateDigits);
}

std::int64_t inZloty(std::int64_t minor, Currency currency, const Decimal& rate) {
    const Currency zloty = Currency::of("PLN");
    return minorFromMajor((majorFromMinor(minor, currency) * rate).rounded(zloty.digits()), zloty).value();
}

Currency currencyOf(const Json& document) {
    const std::string code = document.textOr("currency");
    const auto currency = Currency::parse(code);
    if (!currency || currency->digits() > MostCurrencyDigits) {
        throw ApiError(400, "currency-unsupported", {code});
    }
    return *currency;
}

/// Lines and sums of the document.
class Amounts {
public:
    Amounts(Invoice& invoice, const Source& source, Place place)
        : invoice_(invoice), source_(source), place_(place), sign_(source.isCorrection ? -1 : 1) {}

    void fill() {
        const auto& lines = source_.document["lines"].items();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            addLine(lines[i], "lines[" + std::to_string(i) + ']');
        }
        for (const Json& tax : source_.document["taxes"].items()) {
            addSum(tax);
        }
        invoice_.total = sign_ * source_.document["total"].integer();
    }

private:
    void addLine(const Json& json, const std::string& path) {
        Line line;
        line.id = json.textOr("id", json.textOr("lineId"));
        line.name = json.textOr("label");
        line.unit = unitOf(json.textOr("unit", "C62"));
        addCodes(json, line);
        const std::string category = json.textOr("taxCategory", "S");
        const auto rate = rateOf(category, json["taxRate"].decimal(), place_);
        if (!rate) {
            throw ApiError(400, "invoice-incomplete", {path + ".taxRate"});
        }
        line.rate = *rate;
        const Decimal quantity = json["quantity"].decimal();
        const Decimal price = json["unitPrice"].decimal();
        line.quantity = sign_ < 0 ? -quantity : quantity;
        line.price = price.shifted(-invoice_.currency.digits());
        const std::int64_t net = json["net"].integer();
        const std::int64_t amount = invoice_.grossPrices ? net + json["tax"].integer() : net;
        const std::int64_t listed = (quantity * price).rounded(0).toInteger().value_or(amount);
        // The discount of the line and its share of that of the document.
        const bool isLess = listed >= 0 ? amount < listed : amount > listed;
        line.discount = isLess ? sign_ * (listed - amount) : 0;
        line.amount = sign_ * amount;
        if (category == "E") {
            exempt(json, path);
        }
        invoice_.reverseCharge = invoice_.reverseCharge || category == "AE";
        invoice_.lines.push_back(std::move(line));
    }
    void addCodes(const Json& json, Line& line) const {
        const Json& id = json["lineId"].isNull() ? json["id"] : json["lineId"];
        for (const Json& codes : source_.sealed["lines"].items()) {
            if (!id.isNull() && codes["id"] == id) {
                line.sku = codes.textOr("sku");
                line.gtin = codes.textOr("barcode");
            }
        }
    }
    void exempt(const Json& json, const std::string& path) {
        const std::string reason = json.textOr("taxExemptionReason");
        if (reason.empty()) {
            throw ApiError(400, "invoice-incomplete", {path + ".taxExemptionReason"});
        }
        if (!invoice_.exempt) {
            invoice_.exempt = exemptionOf(reason);
        }
    }
    void addSum(const Json& tax) {
        TaxSum sum;
        const auto rate = rateOf(tax.textOr("taxCategory", "S"), tax["taxRate"].decimal(), place_);
        if (!rate) {
            throw ApiError(400, "invoice-incomplete", {"lines.taxRate"});
        }
        sum.rate = *rate;
        sum.net = sign_ * tax["net"].integer();
        sum.tax = sign_ * tax["tax"].integer();
        if (invoice_.exchangeRate) {
            sum.taxPln = inZloty(sum.tax, invoice_.currency, *invoice_.exchangeRate);
        }
        invoice_.sums.push_back(sum);
    }

    Invoice& invoice_;
    const Source& source_;
    Place place_;
    std::int64_t sign_;
};

/// The payment made with the sale, else the due date.
std::optional<Payment> paymentOf(const Source& source) {
    const Json& sale = source.sale;
    std::int64_t received = 0;
    std::string method;
    for (const Json& payment : sale["payments"].items()) {
        if (payment["createdAt"] == sale["createdAt"]) {
            received += payment["amount"].integer();
            method = payment.textOr("method");
        }
    }
    Payment payment;
    if (received > 0 && received >= sale["total"].integer()) {
        payment.paid = true;
        payment.date = source.date();
        payment.form = paymentFormOf(method);
        return payment;
    }
    const auto due = Date::parse(sale.textOr("dueDate"));
    if (!due) {
        return std::nullopt;
    }
    payment.date = *due;
    payment.account = accountOf(source.sealed["seller"].textOr("iban"));
    payment.bic = bicOf(source.sealed["seller"].textOr("bic"));
    payment.form = payment.account.empty() ? 0 : paymentFormOf("bank_transfer");
    return payment;
}

/// The date of supply: the day of the last delivery.
std::optional<Date> deliveredOn(const Json& sale) {
    std::optional<Date> last;
    for (const Json& delivery : sale["deliveries"].items()) {
        if (const auto date = Date::parse(delivery.textOr("date")); date && (!last || *last < *date)) {
            last = date;
        }
    }
    return last;
}

void fillTerms(const Source& source, const Json& settings, Invoice& invoice) {
    invoice.cashAccounting = settings.optionalBool("cashAccounting").value_or(false);
    invoice.note = source.isCorrection ? std::string() : source.sale.textOr("note");
    invoice.orderNumber = source.sale.textOr("purchaseOrderRef");
    if (source.isCorrection) {
        invoice.reason = source.document.textOr("reason");
        invoice.correctionType =
            static_cast<int>(settings.optionalInteger("correctionType").value_or(invoice.correctionType));
        return;
    }
    invoice.payment = paymentOf(source);
    invoice.deliveredOn = deliveredOn(source.sale);
    const std::int64_t zloty = invoice.exchangeRate
                                   ? inZloty(invoice.total, invoice.currency, *invoice.exchangeRate)
                                   : invoice.total;
    invoice.splitPayment = settings.optionalBool("splitPayment").value_or(false) &&
                           !invoice.buyer.nip.empty() && zloty > SplitPaymentAbove;
}

} // namespace

Source sourceOf(Call& call, const std::string& id) {
    Source source{.id = id, .isCorrection = hasPrefixOf<records::CreditNoteId>(id)};
    source.document =
        call.command(source.isCorrection ? "sales.credit_note" : "sales.get", Json::object({{"id", id}}));
    source.sale = source.isCorrection
                      ? call.command("sales.get", Json::object({{"id", source.document.textOr("saleId")}}))
                      : source.document;
    source.sealed = call.command("sales.sealed", Json::object({{"id", id}}));
    return source;
}

bool isConcerned(Call& call, const Source& source, const Json& settings) {
    if (source.sale.textOr("kind") != "invoice") {
        return false;
    }
    return settings.optionalBool("consumers").value_or(false) || isBusiness(call, source);
}

Invoice invoiceOf(Call& call, const Source& source, const Json& settings,
                  const std::optional<Corrected>& corrected) {
    if (source.sale.optionalBool("prepayment").value_or(false)) {
        throw ApiError(400, "document-unsupported", {"prepayment"});
    }
    Invoice invoice;
    invoice.madeAt = call.now();
    invoice.number = source.number();
    invoice.date = source.date();
    invoice.currency = currencyOf(source.document);
    invoice.grossPrices = source.document.optionalBool("pricesIncludeTax").value_or(false);
    invoice.corrected = corrected;
    invoice.seller = sellerOf(source, settings);
    invoice.buyer = buyerOf(call, source);
    if (invoice.currency != Currency::of("PLN")) {
        invoice.exchangeRate = zlotyFor(
            call, invoice.currency, source.sale.optionalDecimal("exchangeRate").value_or(Decimal(1)),
            source.sale["date"].isString() ? Date::parse(source.sale["date"].text()).value() : invoice.date);
    }
    Amounts(invoice, source, placeOf(source)).fill();
    const bool within = std::any_of(invoice.sums.begin(), invoice.sums.end(), [](const TaxSum& sum) {
        return sum.rate.field == "6_2" || sum.rate.field == "9";
    });
    if (within && invoice.buyer.vatNumber.empty()) {
        throw ApiError(400, "invoice-incomplete", {"partner.vatNumber"});
    }
    fillTerms(source, settings, invoice);
    return invoice;
}

} // namespace svc::ksef
