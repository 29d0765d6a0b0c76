#include "report/content.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include <svc/rounding.hpp>

#include "report/store.hpp"
#include "rules/type_codes.hpp"
#include "sale_facts.hpp"

namespace svc::fr_einvoicing {
namespace {

constexpr int EuroDigits = 2;

/// Converts minor units of a currency to cents; `rate`: units of the currency for one euro.
std::int64_t inEuro(std::int64_t amount, Currency currency, const Decimal& rate) {
    if (currency == Currency::of("EUR")) {
        return amount;
    }
    const Decimal cents = Decimal(amount).shifted(EuroDigits - currency.digits());
    return roundedMinor(Decimal::divide(cents, rate, 0)).value();
}

/// The buyers of sales, as sealed with them; cached.
class Buyers {
public:
    explicit Buyers(Call& call) : call_(call) {}

    const std::optional<Party>& of(records::SaleId sale) {
        const auto known = buyers_.find(sale);
        if (known != buyers_.end()) {
            return known->second;
        }
        const auto sealed = calls::sales::sealed(call_, {.id = sale.toString()});
        return buyers_.emplace(sale, sealed ? partyOf(sealed->buyer) : std::nullopt).first->second;
    }

private:
    Call& call_;
    std::map<records::SaleId, std::optional<Party>> buyers_;
};

struct Exemption {
    std::string_view category;
    std::string_view code;
    std::string_view text;
};
constexpr std::array<Exemption, 4> Exemptions = {{
    {"K", "VATEX-EU-IC", "Livraison intracommunautaire"},
    {"G", "VATEX-EU-G", "Exportation hors Union européenne"},
    {"AE", "VATEX-EU-AE", "Autoliquidation"},
    {"O", "VATEX-EU-O", "Hors du champ de la TVA"},
}};

/// Sets the exemption reason of a category without tax; for E it comes from the `lines` of the sale.
void explain(ForeignTax& tax, const std::vector<calls::sales::SaleLine>& lines) {
    for (const Exemption& one : Exemptions) {
        if (one.category == tax.category) {
            tax.exemption = one.text;
            tax.exemptionCode = one.code;
        }
    }
    if (tax.category != "E") {
        return;
    }
    for (const auto& line : lines) {
        const auto said = line.taxCategory == "E" ? line.taxExemptionReason : std::nullopt;
        if (said) {
            tax.exemption = *said;
            tax.exemptionCode = said->starts_with("VATEX-") ? *said : std::string();
            return;
        }
    }
}

std::vector<TaxAmounts> taxesIn(const Json& view) {
    std::vector<TaxAmounts> all;
    for (const Json& tax : view.items()) {
        all.push_back({.taxCategory = tax.textOr("taxCategory"),
                       .rate = tax["taxRate"].decimal(),
                       .net = tax["net"].integer(),
                       .tax = tax["tax"].integer()});
    }
    return all;
}

/// The groups of a document or payment that was read from the published views of sales.
template <class Reported>
std::vector<SaleGroup> groupsIn(const Reported& reported) {
    std::vector<LineAmount> lines;
    for (const Json& line : reported.lines.items()) {
        lines.push_back({.service = line.optionalBool("service").value_or(false),
                         .taxCategory = line.textOr("taxCategory"),
                         .rate = line["taxRate"].decimal(),
                         .net = line["net"].integer()});
    }
    return groupsOf(taxesIn(reported.taxes), lines);
}

class Transactions {
public:
    Transactions(Call& call, Report& report) : call_(call), report_(report), buyers_(call) {}

    void add(const ReportedDocument& document) {
        const std::optional<Party>& buyer = document.isTicket ? nobody_ : buyers_.of(document.sale);
        switch (buyerOf(buyer)) {
        case Buyer::Domestic:
            return; // its invoice went through the platform
        case Buyer::Foreign:
            report_.invoices.push_back(invoiceOf(document, *buyer));
            return;
        case Buyer::Consumer:
            addTotals(document);
            return;
        }
    }
    void finish() {
        for (auto& [key, total] : totals_) {
            std::sort(total.rates.begin(), total.rates.end(),
                      [](const RateTotal& a, const RateTotal& b) { return a.rate < b.rate; });
            report_.days.push_back(std::move(total));
        }
    }

private:
    ForeignInvoice invoiceOf(const ReportedDocument& document, const Party& buyer) {
        const auto sale = getSale(call_, document.sale.toString());
        ForeignInvoice invoice{.number = document.number,
                               .date = document.date,
                               .typeCode = document.isNote ? type_code::CreditNote : type_code::Invoice,
                               .currency = document.currency,
                               .dueDate = document.dueDate,
                               .process = processOf(groupsIn(document), false),
                               .precedingNumber = document.precedingNumber,
                               .precedingDate = document.precedingDate,
                               .sellerVat = call_.company().vatNumber.value_or(""),
                               .buyer = reportedIdOf(buyer),
                               .buyerVat = buyer.vatNumber.value_or(""),
                               .buyerCountry = buyer.country};
        for (const TaxAmounts& one : taxesIn(document.taxes)) {
            ForeignTax tax{.category = one.taxCategory,
                           .rate = one.rate,
                           .net = one.net,
                           .tax = inEuro(one.tax, document.currency, document.exchangeRate)};
            explain(tax, sale.lines);
            invoice.taxes.push_back(std::move(tax));
        }
        return invoice;
    }

    void addTotals(const ReportedDocument& document) {
        const std::int64_t sign = document.isNote ? -1 : 1;
        std::vector<DayTotal*> counted;
        for (const SaleGroup& group : groupsIn(document)) {
            const std::string category(transactionCategoryOf(group));
            DayTotal& total = totals_[{document.date, std::string(document.currency.code()), category}];
            total.day = document.date;
            total.currency = document.currency;
            total.category = category;
            if (!document.isNote && std::find(counted.begin(), counted.end(), &total) == counted.end()) {
                ++total.count;
                counted.push_back(&total);
            }
            RateTotal& rate = rateOf(total, group.rate);
            rate.net += sign * group.net;
            rate.tax += sign * inEuro(group.tax, document.currency, document.exchangeRate);
        }
    }
    static RateTotal& rateOf(DayTotal& total, const Decimal& rate) {
        const auto found = std::find_if(total.rates.begin(), total.rates.end(),
                                        [&](const RateTotal& one) { return one.rate == rate; });
        return found != total.rates.end() ? *found : total.rates.emplace_back(RateTotal{.rate = rate});
    }

    Call& call_;
    Report& report_;
    Buyers buyers_;
    const std::optional<Party> nobody_;
    std::map<std::tuple<Date, std::string, std::string>, DayTotal> totals_;
};

void addPayments(Call& call, const Settings& settings, const ReportingPeriod& period, Report& report) {
    Buyers buyers(call);
    const std::optional<Party> nobody;
    std::map<Date, std::vector<RateAmount>> days;
    for (const ReportedPayment& payment : paymentsIn(call, period.from, period.to)) {
        const Buyer buyer = buyerOf(payment.isTicket ? nobody : buyers.of(payment.sale));
        std::vector<RateAmount> shares = paidByRate(payment.amount, groupsIn(payment), !settings.allPayments);
        if (shares.empty() || buyer == Buyer::Domestic) {
            continue; // payments of French businesses are reported by the status 212
        }
        if (buyer == Buyer::Foreign) {
            report.invoicePayments.push_back(
                {payment.number, payment.issuedOn, payment.paidOn, std::move(shares)});
            continue;
        }
        std::vector<RateAmount>& day = days[payment.paidOn];
        for (const RateAmount& share : shares) {
            const auto same = std::find_if(day.begin(), day.end(),
                                           [&](const RateAmount& one) { return one.rate == share.rate; });
            if (same != day.end()) {
                same->amount += share.amount;
            } else {
                day.push_back(share);
            }
        }
    }
    for (auto& [day, shares] : days) {
        report.dayPayments.push_back({day, std::move(shares)});
    }
}

} // namespace

Report contentOf(Call& call, const Settings& settings, ReportKind kind, const ReportingPeriod& period) {
    const Json company = call.companyRecord();
    Report report{.declarant = {.siren = settings.siren,
                                .name = company.textOr("legalName", company.textOr("name")),
                                .platform = settings.platformId,
                                .platformName = settings.platformName},
                  .kind = kind,
                  .from = period.from,
                  .to = period.to};
    if (kind == ReportKind::Payments) {
        addPayments(call, settings, period, report);
        return report;
    }
    Transactions transactions(call, report);
    for (const ReportedDocument& document : documentsIn(call, period.from, period.to)) {
        transactions.add(document);
    }
    transactions.finish();
    return report;
}

} // namespace svc::fr_einvoicing
