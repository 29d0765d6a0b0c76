#include "rules/purchasing.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <svc/money.hpp>

#include "trade/tax.hpp"

namespace svc::receiving {
namespace {

constexpr int QuantityDecimals = 6;
constexpr int RateDecimals = 4;
constexpr int GuessedRateDecimals = 2;
constexpr std::size_t LabelLength = 255;

using einvoice::Invoice;
using einvoice::Line;
using einvoice::TaxGroup;

Json major(std::int64_t minor, Currency currency) {
    return majorFromMinor(minor, currency);
}

/// Is the amount of the line exactly quantity times price less discount, with the decimals that a purchase
/// allows?
bool isExact(const Line& line, Currency currency) {
    if (line.quantity.isZero() || line.quantity.decimals() > QuantityDecimals || line.netDiscount < 0 ||
        line.netPrice.sign() < 0 ||
        !minorFromUnitPrice(line.netPrice.shifted(-currency.digits()), currency)) {
        return false;
    }
    try {
        return trade::lineAmount(line.quantity, line.netPrice, {.amountMinor = line.netDiscount}) ==
               line.netAmount;
    } catch (const trade::DocumentError&) {
        return false;
    }
}

/// The rate with the decimals that a purchase allows.
Decimal bookable(const Decimal& rate) {
    return rate.decimals() > RateDecimals ? rate.rounded(RateDecimals) : rate;
}

/// The tax that a purchase computes for the lines; nothing when it refuses them.
std::optional<std::int64_t> taxOn(std::span<const trade::DocumentLine> lines) {
    try {
        return trade::priceDocument(lines, false).taxTotal;
    } catch (const trade::DocumentError&) {
        return std::nullopt;
    }
}

/// The tax groups of the invoice. An invoice that has only totals gets one group with the rate that gives its
/// tax; nothing when no rate does.
std::optional<std::vector<TaxGroup>> groupsOf(const Invoice& invoice) {
    const einvoice::Totals& totals = invoice.totals;
    if (!invoice.taxes.empty() || totals.tax == 0) {
        return invoice.taxes;
    }
    for (int decimals = 0; totals.withoutTax != 0 && decimals <= GuessedRateDecimals; ++decimals) {
        const Decimal rate =
            Decimal::divide(Decimal(totals.tax) * Decimal(100), Decimal(totals.withoutTax), decimals);
        if (rate.sign() > 0 &&
            taxOn(std::array{trade::DocumentLine{totals.withoutTax, "S", rate}}) == totals.tax) {
            TaxGroup group;
            group.taxCategory = "S";
            group.taxRate = rate.normalized();
            group.taxable = totals.withoutTax;
            group.tax = totals.tax;
            return std::vector{group};
        }
    }
    return std::nullopt;
}

Json exemptionOf(const Invoice& invoice, const std::string& category, const Decimal& rate) {
    for (const TaxGroup& group : invoice.taxes) {
        if (group.taxCategory == category && group.taxRate == rate) {
            return group.exemptionText ? Json(*group.exemptionText) : Json(group.exemptionCode);
        }
    }
    return Json(nullptr);
}

Json freeLine(const Invoice& invoice, const std::string& label, std::int64_t net, const std::string& category,
              const Decimal& rate) {
    return Json::object({{"label", label},
                         {"quantity", net < 0 ? -1 : 1},
                         {"unitPrice", major(net < 0 ? -net : net, invoice.currency)},
                         {"taxCategory", category},
                         {"taxRate", bookable(rate)},
                         {"taxExemptionReason", exemptionOf(invoice, category, rate)}});
}

Json lineOf(const Invoice& invoice, const Line& line) {
    const std::string label(utf8Prefix(line.name.empty() ? "-" : line.name, LabelLength));
    if (!isExact(line, invoice.currency)) {
        Json whole = freeLine(invoice, label, line.netAmount, line.taxCategory, line.taxRate);
        whole.set("description", line.quantity.toString() + ' ' + line.unit);
        return whole;
    }
    Json body = Json::object({{"label", label},
                              {"quantity", line.quantity},
                              {"unit", line.unit},
                              {"unitPrice", line.netPrice.shifted(-invoice.currency.digits()).normalized()},
                              {"taxCategory", line.taxCategory},
                              {"taxRate", bookable(line.taxRate)},
                              {"taxExemptionReason", exemptionOf(invoice, line.taxCategory, line.taxRate)}});
    if (line.netDiscount != 0) {
        body.set("discountAmount", major(line.netDiscount, invoice.currency));
    }
    return body;
}

/// The lines of a purchase, and the values from which it computes its taxes.
class PurchaseLines {
public:
    explicit PurchaseLines(const Invoice& invoice) : invoice_(invoice) {}

    void add(const Line& line) {
        push(lineOf(invoice_, line), line.netAmount, line.taxCategory, line.taxRate);
    }
    void add(const std::string& label, std::int64_t net, const std::string& category, const Decimal& rate) {
        push(freeLine(invoice_, label, net, category, rate), net, category, rate);
    }
    /// Adds rounding as a service line outside the scope of VAT: it is paid, but no goods are received for
    /// it.
    void addRounding(std::int64_t amount) {
        lines_.push(freeLine(invoice_, "Rounding", amount, "O", Decimal()).set("service", true));
    }

    /// Nothing when a purchase refuses the lines.
    std::optional<std::int64_t> tax() const { return taxOn(priced_); }
    Json take() { return std::move(lines_); }

private:
    void push(Json line, std::int64_t net, const std::string& category, const Decimal& rate) {
        lines_.push(std::move(line));
        priced_.push_back({net, category, bookable(rate)});
    }

    const Invoice& invoice_;
    Json lines_ = Json::array();
    std::vector<trade::DocumentLine> priced_;
};

void addLines(const Invoice& invoice, PurchaseLines& lines) {
    for (const Line& line : invoice.lines) {
        if (line.netAmount != 0 || !line.quantity.isZero()) {
            lines.add(line);
        }
    }
    for (const einvoice::Charge& charge : invoice.charges) {
        const std::string label = charge.reason.empty() ? charge.reasonCode : charge.reason;
        lines.add(label.empty() ? "Charge" : label, charge.amount, charge.taxCategory, charge.taxRate);
    }
    for (const einvoice::Allowance& allowance : invoice.allowances) {
        lines.add("Discount", -allowance.amount, allowance.taxCategory, allowance.taxRate);
    }
}

/// For a profile without lines: the taxable amounts of the groups include charges and discounts.
void addTotals(const Invoice& invoice, const std::vector<TaxGroup>& groups, PurchaseLines& lines) {
    for (const TaxGroup& group : groups) {
        lines.add(invoice.number, group.taxable, group.taxCategory, group.taxRate);
    }
    if (groups.empty()) {
        lines.add(invoice.number, invoice.totals.withTax, "O", Decimal());
    }
}

Date bookedOn(const Invoice& invoice, const std::optional<Date>& wanted, Date today) {
    return wanted.value_or(std::min(invoice.date, today));
}

} // namespace

std::optional<Json> purchaseBody(const Invoice& invoice, const std::string& partnerId, Date today,
                                 const std::optional<Date>& wanted) {
    const auto groups = invoice.lines.empty() ? groupsOf(invoice) : std::optional(invoice.taxes);
    if (!groups) {
        return std::nullopt;
    }
    PurchaseLines lines(invoice);
    if (invoice.lines.empty()) {
        addTotals(invoice, *groups, lines);
    } else {
        addLines(invoice, lines);
    }
    // BT-114, and the difference between the seller's tax and the tax that the purchase computes.
    std::int64_t rounding = invoice.totals.rounding;
    if (const auto computed = lines.tax(); computed && !groups->empty()) {
        for (const TaxGroup& group : *groups) {
            rounding += group.tax;
        }
        rounding -= *computed;
    }
    if (rounding != 0) {
        lines.addRounding(rounding);
    }
    const Date date = bookedOn(invoice, wanted, today);
    const bool dueLater = invoice.dueDate && *invoice.dueDate >= date;
    return Json::object({{"partnerId", partnerId},
                         {"supplierReference", invoice.number},
                         {"date", date},
                         {"dueDate", dueLater ? Json(*invoice.dueDate) : Json(nullptr)},
                         {"currency", invoice.currency.code()},
                         {"pricesIncludeTax", false},
                         {"lines", lines.take()}});
}

std::optional<Json> expenseBody(const Invoice& invoice, const std::optional<std::string>& partnerId,
                                Date today, const std::optional<Date>& wanted) {
    const auto groups = groupsOf(invoice);
    if (!groups || groups->size() > 1) {
        return std::nullopt;
    }
    const TaxGroup* group = groups->empty() ? nullptr : groups->data();
    const std::int64_t amount = invoice.totals.withTax + invoice.totals.rounding;
    return Json::object({{"label", utf8Prefix(invoice.seller.name + ' ' + invoice.number, LabelLength)},
                         {"amount", major(amount, invoice.currency)},
                         {"taxRate", group ? Json(bookable(group->taxRate)) : Json(nullptr)},
                         {"tax", group ? group->tax : 0},
                         {"partnerId", partnerId},
                         {"date", bookedOn(invoice, wanted, today)},
                         {"reference", invoice.number}});
}

} // namespace svc::receiving
