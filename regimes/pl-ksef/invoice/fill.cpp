#include "invoice/fill.hpp"

#include <algorithm>
#include <array>

#include <svc/error.hpp>
#include <svc/money.hpp>

#include "invoice/parties.hpp"

namespace svc::pl_ksef {
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
        const auto found =
            calls::treasury::offersRate(call)
                ? calls::treasury::rate(call, {.currency = std::string(zloty.code()), .date = date})
                : std::nullopt;
        if (!found) {
            throw ApiError(400, "rate-not-found", {currency.code(), zloty.code()});
        }
        zlotyPerCompanyUnit = found->rate;
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

void checkCurrency(Currency currency) {
    if (currency.digits() > MostCurrencyDigits) {
        throw ApiError(400, "currency-unsupported", {std::string(currency.code())});
    }
}

/// Lines and sums of the document.
class Amounts {
public:
    Amounts(Invoice& invoice, const Source& source, Place place)
        : invoice_(invoice), source_(source), place_(place), sign_(source.note ? -1 : 1) {}

    void fill() {
        if (source_.note) {
            add(*source_.note);
        } else {
            add(source_.sale);
        }
    }

private:
    template <class Document>
    void add(const Document& document) {
        for (std::size_t i = 0; i < document.lines.size(); ++i) {
            addLine(document.lines[i], "lines[" + std::to_string(i) + ']');
        }
        for (const auto& tax : document.taxes) {
            addSum(tax);
        }
        invoice_.total = sign_ * document.total;
    }
    static std::optional<LineId> idOf(const calls::sales::SaleLine& line) { return line.id; }
    static std::optional<LineId> idOf(const calls::sales::CreditNoteLine& line) { return line.lineId; }

    template <class Sold>
    void addLine(const Sold& sold, const std::string& path) {
        Line line;
        const std::optional<LineId> id = idOf(sold);
        line.id = id ? id->toString() : std::string();
        line.name = sold.label;
        line.unit = unitOf(sold.unit);
        addCodes(id, line);
        const std::string& category = sold.taxCategory;
        const auto rate = rateOf(category, sold.taxRate, place_);
        if (!rate) {
            throw ApiError(400, "invoice-incomplete", {path + ".taxRate"});
        }
        line.rate = *rate;
        const Decimal& quantity = sold.quantity;
        const Decimal& price = sold.unitPrice;
        line.quantity = sign_ < 0 ? -quantity : quantity;
        line.price = price.shifted(-invoice_.currency.digits());
        const std::int64_t amount = invoice_.grossPrices ? sold.net + sold.tax : sold.net;
        const std::int64_t listed = (quantity * price).rounded(0).toInteger().value_or(amount);
        // The discount of the line and its share of that of the document.
        const bool isLess = listed >= 0 ? amount < listed : amount > listed;
        line.discount = isLess ? sign_ * (listed - amount) : 0;
        line.amount = sign_ * amount;
        if (category == "E") {
            exempt(sold.taxExemptionReason.value_or(""), path);
        }
        invoice_.reverseCharge = invoice_.reverseCharge || category == "AE";
        invoice_.lines.push_back(std::move(line));
    }
    void addCodes(const std::optional<LineId>& id, Line& line) const {
        for (const auto& codes : source_.sealed.lines) {
            if (codes.id == id) {
                line.sku = codes.sku.value_or("");
                line.gtin = codes.barcode.value_or("");
            }
        }
    }
    void exempt(const std::string& reason, const std::string& path) {
        if (reason.empty()) {
            throw ApiError(400, "invoice-incomplete", {path + ".taxExemptionReason"});
        }
        if (!invoice_.exempt) {
            invoice_.exempt = exemptionOf(reason);
        }
    }
    void addSum(const calls::sales::SaleTax& tax) {
        TaxSum sum;
        const auto rate = rateOf(tax.taxCategory, tax.taxRate, place_);
        if (!rate) {
            throw ApiError(400, "invoice-incomplete", {"lines.taxRate"});
        }
        sum.rate = *rate;
        sum.net = sign_ * tax.net;
        sum.tax = sign_ * tax.tax;
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
    const auto& sale = source.sale;
    std::int64_t received = 0;
    std::string_view method;
    for (const auto& payment : sale.payments) {
        if (payment.createdAt == sale.createdAt) {
            received += payment.amount;
            method = toText(payment.method);
        }
    }
    Payment payment;
    if (received > 0 && received >= sale.total) {
        payment.paid = true;
        payment.date = source.date();
        payment.form = paymentFormOf(method);
        return payment;
    }
    if (!sale.dueDate) {
        return std::nullopt;
    }
    payment.date = *sale.dueDate;
    if (const auto& seller = source.sealed.seller) {
        payment.account = accountOf(seller->iban.value_or(""));
        payment.bic = bicOf(seller->bic.value_or(""));
    }
    payment.form = payment.account.empty() ? 0 : paymentFormOf("bank_transfer");
    return payment;
}

/// The date of supply: the day of the last delivery.
std::optional<Date> deliveredOn(const calls::sales::Sale& sale) {
    std::optional<Date> last;
    for (const auto& delivery : sale.deliveries) {
        last = std::max(last, std::optional(delivery.date));
    }
    return last;
}

void fillTerms(const Source& source, const Json& settings, Invoice& invoice) {
    invoice.cashAccounting = settings.optionalBool("cashAccounting").value_or(false);
    invoice.note = source.note ? std::string() : source.sale.note.value_or("");
    invoice.orderNumber = source.sale.purchaseOrderRef.value_or("");
    if (source.note) {
        invoice.reason = source.note->reason.value_or("");
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
    Source source;
    auto saleId = SaleId::parse(id);
    if (!saleId) {
        source.note = calls::sales::creditNote(call, {.id = CreditNoteId::parse(id).value()}).value();
        saleId = source.note->saleId;
    }
    source.sale = calls::sales::get(call, {.id = *saleId}).value();
    source.sealed = calls::sales::sealed(call, {.id = id}).value();
    return source;
}

bool isConcerned(Call& call, const Source& source, const Json& settings) {
    if (source.sale.kind != calls::sales::SaleKind::Invoice) {
        return false;
    }
    return settings.optionalBool("consumers").value_or(false) || isBusiness(call, source);
}

Invoice invoiceOf(Call& call, const Source& source, const Json& settings,
                  const std::optional<Corrected>& corrected) {
    if (source.sale.prepayment) {
        throw ApiError(400, "document-unsupported", {"prepayment"});
    }
    Invoice invoice;
    invoice.madeAt = call.now();
    invoice.number = source.number();
    invoice.date = source.date();
    invoice.currency = source.note ? source.note->currency : source.sale.currency;
    checkCurrency(invoice.currency);
    invoice.grossPrices = source.note ? source.note->pricesIncludeTax : source.sale.pricesIncludeTax;
    invoice.corrected = corrected;
    invoice.seller = sellerOf(source, settings);
    invoice.buyer = buyerOf(call, source);
    if (invoice.currency != Currency::of("PLN")) {
        invoice.exchangeRate = zlotyFor(call, invoice.currency, source.sale.exchangeRate, source.sale.date);
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

} // namespace svc::pl_ksef
