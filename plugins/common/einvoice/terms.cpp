#include "einvoice/terms.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include <svc/rounding.hpp>

#include "trade/tax.hpp"

namespace svc::einvoice {
namespace {

constexpr int MostPriceDecimals = 10;
constexpr std::int64_t FurthestNet = 10'000; // minor units: a larger difference is not rounding

bool inGroup(const Line& line, const BookedGroup& group) {
    return line.taxCategory == group.taxCategory && line.taxRate == group.taxRate;
}

/// The share of tax in an amount that includes it.
std::int64_t taxWithin(std::int64_t gross, const Decimal& rate) {
    return roundedMinor(Decimal::divide(Decimal(gross) * rate, Decimal(100) + rate, 0)).value();
}

std::int64_t taxOn(std::int64_t net, const Decimal& rate) {
    return roundedMinor((Decimal(net) * rate).shifted(-2)).value();
}

std::int64_t beforeDiscount(const Line& line) {
    return roundedMinor(line.quantity * line.unitPrice).value();
}

void priceWithoutTax(Line& line, const Decimal& tolerance) {
    line.netAmount = line.amount;
    line.netDiscount = beforeDiscount(line) - line.amount;
    // In a currency without decimals a line may be rounded by half a unit: then the price must be adjusted.
    line.netPrice = isPriced(line.unitPrice, line.quantity, beforeDiscount(line), tolerance)
                        ? line.unitPrice
                        : priceFor(beforeDiscount(line), line.quantity, tolerance);
}

/// Removes the tax from the lines of one group, whose net amounts add up to `net`.
void takeTaxOut(std::vector<Line*>& lines, std::int64_t net, const Decimal& rate, const Decimal& tolerance) {
    std::vector<std::int64_t> amounts;
    for (const Line* line : lines) {
        amounts.push_back(line->amount);
    }
    const Int128 part = 1'000'000; // 100 percent in ten-thousandths
    const std::vector<std::int64_t> nets =
        allocateByRatio(net, amounts, part, part + rate.shifted(4).toInteger().value());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        Line& line = *lines[i];
        const std::int64_t discount = beforeDiscount(line) - line.amount;
        line.netAmount = nets[i];
        line.netDiscount = discount - taxWithin(discount, rate);
        line.netPrice = priceFor(line.netAmount + line.netDiscount, line.quantity, tolerance);
        if (line.netPrice.sign() < 0) {
            // A share may fall below zero by a cent where discounts of both signs meet; a price may not
            // (BR-27).
            line.netDiscount = -line.netAmount;
            line.netPrice = Decimal();
        }
    }
}

void fillExemption(TaxGroup& group, const std::vector<Line>& lines) {
    if (group.taxCategory == "AE") {
        group.exemptionCode = "VATEX-EU-AE";
    } else if (group.taxCategory == "K") {
        group.exemptionCode = "VATEX-EU-IC";
    } else if (group.taxCategory == "G") {
        group.exemptionCode = "VATEX-EU-G";
    } else if (group.taxCategory == "O") {
        group.exemptionCode = "VATEX-EU-O";
    } else if (group.taxCategory != "E") {
        return;
    }
    // One reason for the group: the first code (BT-121) and every text (BT-120) that its lines give.
    bool hasOwnCode = false;
    std::vector<std::string> texts;
    for (const Line& line : lines) {
        if (line.taxCategory != group.taxCategory || line.taxRate != group.taxRate || !line.exemption) {
            continue;
        }
        if (!line.exemption->starts_with("VATEX-")) {
            if (std::find(texts.begin(), texts.end(), *line.exemption) == texts.end()) {
                texts.push_back(*line.exemption);
            }
        } else if (!hasOwnCode) {
            group.exemptionCode = *line.exemption;
            hasOwnCode = true;
        }
    }
    for (const std::string& text : texts) {
        group.exemptionText = group.exemptionText ? *group.exemptionText + "; " + text : text;
    }
}

struct Taxed {
    std::int64_t net = 0;
    std::int64_t tax = 0;
    bool isShare = false;
};

/// Base and tax of a group whose prices include tax: the booked base, or the nearest with the booked tax. The
/// difference to the agreed total is rounding (BT-114), not tax. At a low rate that base is far away, while
/// the share of a part is only a minor unit off: with `keepsShare` it stays as it is booked.
Taxed taxedOf(const BookedGroup& booked, bool keepsShare) {
    const std::int64_t onBooked = taxOn(booked.net, booked.taxRate);
    const std::int64_t missing = booked.tax - onBooked;
    if (missing == 0 || booked.taxRate.isZero()) {
        return {booked.net, onBooked};
    }
    if (keepsShare && std::abs(missing) == 1) {
        return {booked.net, booked.tax, true};
    }
    const Decimal netOfMissing = Decimal::divide(Decimal(std::abs(missing)), booked.taxRate.shifted(-2), 0);
    const Decimal furthest = std::min(netOfMissing + Decimal(1), Decimal(FurthestNet));
    const std::int64_t step = missing < 0 ? -1 : 1;
    for (std::int64_t off = step; Decimal(std::abs(off)) <= furthest; off += step) {
        if (taxOn(booked.net + off, booked.taxRate) == booked.tax) {
            return {booked.net + off, booked.tax};
        }
    }
    return {booked.net, onBooked};
}

void addGroup(Invoice& invoice, const BookedGroup& booked, Extent extent) {
    std::vector<Line*> members;
    std::int64_t agreed = 0;
    for (Line& line : invoice.lines) {
        if (inGroup(line, booked)) {
            members.push_back(&line);
            agreed += line.amount;
        }
    }
    const Decimal tolerance = lineTolerance(invoice.currency);
    // The official rules let less than 1 pass, so they know no rounding without decimals.
    const bool keepsShare = extent == Extent::Part && invoice.currency.digits() > 0;
    const Taxed taxed = invoice.pricesIncludeTax ? taxedOf(booked, keepsShare)
                                                 : Taxed{booked.net, taxOn(booked.net, booked.taxRate)};
    std::int64_t net = agreed;
    if (invoice.pricesIncludeTax) {
        net = agreed == booked.net + booked.tax ? taxed.net : agreed - taxWithin(agreed, booked.taxRate);
        takeTaxOut(members, net, booked.taxRate, tolerance);
    } else {
        for (Line* line : members) {
            priceWithoutTax(*line, tolerance);
        }
    }
    for (const Charge& charge : invoice.charges) {
        if (charge.taxCategory == booked.taxCategory && charge.taxRate == booked.taxRate) {
            net += charge.amount;
        }
    }
    if (net != taxed.net) {
        invoice.allowances.push_back({net - taxed.net, booked.taxCategory, booked.taxRate});
    }
    TaxGroup group{.taxCategory = booked.taxCategory,
                   .taxRate = booked.taxRate,
                   .taxable = taxed.net,
                   .tax = taxed.tax,
                   .exemptionText = {},
                   .exemptionCode = {},
                   .bookedNet = booked.net,
                   .bookedTax = booked.tax,
                   .isShare = taxed.isShare};
    fillExemption(group, invoice.lines);
    invoice.taxes.push_back(std::move(group));
}

/// The booked groups, with one of zero for each line whose group is not booked because it amounts to nothing:
/// a file tells the category of every line in its breakdown (BR-S-01, BR-Z-01 …).
std::vector<BookedGroup> withGroupsOfNothing(const Invoice& invoice, std::vector<BookedGroup> groups) {
    for (const Line& line : invoice.lines) {
        const bool booked = std::any_of(groups.begin(), groups.end(),
                                        [&](const BookedGroup& group) { return inGroup(line, group); });
        if (!booked) {
            groups.push_back({line.taxCategory, line.taxRate, 0, 0});
        }
    }
    return groups;
}

void convertTax(Invoice& invoice) {
    if (invoice.currency != invoice.bookCurrency) {
        invoice.bookTax = trade::convertMinor(invoice.totals.tax, invoice.currency, invoice.exchangeRate,
                                              invoice.bookCurrency);
    }
}

} // namespace

bool isPriced(const Decimal& price, const Decimal& quantity, std::int64_t amount, const Decimal& tolerance) {
    const Decimal product = price * quantity;
    const Decimal off = product - Decimal(amount);
    return roundedMinor(product) == amount && (off.sign() < 0 ? -off : off) <= tolerance;
}

Decimal priceFor(std::int64_t amount, const Decimal& quantity, const Decimal& tolerance) {
    if (quantity.isZero()) {
        throw std::invalid_argument("a line without quantity has no price");
    }
    for (int decimals = 0;; decimals += 2) {
        const Decimal price = Decimal::divide(Decimal(amount), quantity, decimals);
        if (decimals >= MostPriceDecimals || isPriced(price, quantity, amount, tolerance)) {
            return price;
        }
    }
}

void deriveTerms(Invoice& invoice, const std::vector<BookedGroup>& booked, Extent extent) {
    if (invoice.pricesIncludeTax && !invoice.charges.empty()) {
        throw std::invalid_argument("charges are without tax, the prices of this document include it");
    }
    invoice.allowances.clear();
    invoice.taxes.clear();
    std::int64_t agreed = 0;
    for (const BookedGroup& group : withGroupsOfNothing(invoice, booked)) {
        addGroup(invoice, group, extent);
        agreed += group.net + group.tax;
    }
    Totals& totals = invoice.totals;
    totals.lines = totals.allowances = totals.charges = totals.tax = 0;
    for (const Line& line : invoice.lines) {
        totals.lines += line.netAmount;
    }
    for (const Allowance& allowance : invoice.allowances) {
        totals.allowances += allowance.amount;
    }
    for (const Charge& charge : invoice.charges) {
        totals.charges += charge.amount;
    }
    for (const TaxGroup& group : invoice.taxes) {
        totals.tax += group.tax;
    }
    totals.withoutTax = totals.lines - totals.allowances + totals.charges;
    totals.withTax = totals.withoutTax + totals.tax;
    totals.rounding = agreed - totals.withTax;
    totals.due = totals.withTax - totals.prepaid + totals.rounding;
    convertTax(invoice);
}

Invoice withBookedAmounts(Invoice invoice) {
    Totals& totals = invoice.totals;
    totals.withoutTax = totals.tax = totals.rounding = 0;
    for (TaxGroup& group : invoice.taxes) {
        group.taxable = group.bookedNet;
        group.tax = group.bookedTax;
        totals.withoutTax += group.taxable;
        totals.tax += group.tax;
    }
    totals.withTax = totals.withoutTax + totals.tax;
    convertTax(invoice);
    return invoice;
}

} // namespace svc::einvoice
