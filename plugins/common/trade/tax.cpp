#include "trade/tax.hpp"

#include <algorithm>

#include <svc/rounding.hpp>

namespace svc::trade {
namespace {

constexpr Int128 Hundred = 1'000'000; // 100 percent in ten-thousandths of a percent

/// A percentage in ten-thousandths; nothing when it is negative, above `limit` or has more than 4 decimals.
constexpr std::optional<std::int64_t> percentUnits(const Decimal& percent, std::int64_t limit) {
    if (percent.sign() < 0 || percent > Decimal(limit)) {
        return std::nullopt;
    }
    return percent.shifted(4).toInteger();
}

/// A fraction of whole numbers.
struct Ratio {
    Int128 numerator;
    Int128 denominator;
};

/// The factor that converts minor units of `from` into minor units of `to`.
Ratio ratioOf(Currency from, const Decimal& exchangeRate, Currency to) {
    const int power = exchangeRate.scale() + to.digits() - from.digits();
    try {
        return {Decimal(1).shifted(std::max(power, 0)).unscaled(),
                Decimal(exchangeRate.unscaled(), 0).shifted(std::max(-power, 0)).unscaled()};
    } catch (const DecimalError&) {
        throw DocumentError("exchangeRate");
    }
}

/// Distributes `total` by largest remainder in proportion to the weights. If some weights are negative and
/// others are not, their sum is no useful base: then each part starts from weight × numerator / denominator,
/// the ratio from which `total` was computed.
std::vector<std::int64_t> spread(std::int64_t total, std::span<const std::int64_t> weights, Int128 numerator,
                                 Int128 denominator) {
    bool positive = false;
    bool negative = false;
    for (const std::int64_t weight : weights) {
        positive = positive || weight > 0;
        negative = negative || weight < 0;
    }
    return positive && negative ? allocateByRatio(total, weights, numerator, denominator)
                                : allocate(total, weights);
}

/// Rule 2: the shares of the discount of the document, 0 each when there is none.
std::vector<std::int64_t> discountShares(std::span<const std::int64_t> amounts, std::int64_t sum,
                                         const Discount& discount) {
    if (discount.percent && discount.amountMinor) {
        throw DocumentError("discountAmount");
    }
    if (discount.percent) {
        const auto units = percentUnits(*discount.percent, 100);
        if (!units) {
            throw DocumentError("discountPercent");
        }
        return spread(roundedRatio(Int128{sum} * *units, Hundred), amounts, *units, Hundred);
    }
    const std::int64_t amount = discount.amountMinor.value_or(0);
    if (amount < 0 || (amount > 0 && amount > sum)) {
        throw DocumentError("discountAmount");
    }
    return amount == 0 ? std::vector<std::int64_t>(amounts.size()) : allocate(amount, amounts);
}

/// The lines of a tax group, and its rate in ten-thousandths of a percent.
struct Members {
    std::int64_t units;
    std::vector<std::size_t> lines;
};

/// The group of a line, by its index; made when it is the first of its category and rate.
std::size_t groupOf(const DocumentLine& line, std::size_t index, std::vector<TaxGroup>& groups,
                    std::vector<Members>& members) {
    const auto units = percentUnits(line.taxRate, 100'000);
    if (!units) {
        throw DocumentError("lines[" + std::to_string(index) + "].taxRate");
    }
    for (std::size_t group = 0; group < groups.size(); ++group) {
        if (members[group].units == *units && groups[group].taxCategory == line.taxCategory) {
            return group;
        }
    }
    members.push_back({*units, {}});
    groups.emplace_back();
    groups.back().taxCategory = line.taxCategory;
    groups.back().taxRate = line.taxRate;
    return groups.size() - 1;
}

/// Rules 3 and 4 for one group: fills its amounts and those of its lines. `units` is the tax rate.
void priceGroup(TaxGroup& group, std::vector<PricedLine>& lines, const std::vector<std::size_t>& members,
                std::int64_t units, bool pricesIncludeTax) {
    std::vector<std::int64_t> amounts;
    amounts.reserve(members.size());
    std::int64_t sum = 0;
    for (const std::size_t member : members) {
        amounts.push_back(lines[member].amount);
        sum = addedAmounts(sum, lines[member].amount);
    }
    if (pricesIncludeTax) {
        group.gross = sum;
        group.tax = roundedRatio(Int128{sum} * units, Hundred + units);
        group.net = sum - group.tax;
        const auto nets = spread(group.net, amounts, Hundred, Hundred + units);
        for (std::size_t i = 0; i < members.size(); ++i) {
            PricedLine& line = lines[members[i]];
            line.gross = line.amount;
            line.net = nets[i];
            line.tax = line.gross - line.net;
        }
        return;
    }
    group.net = sum;
    group.tax = roundedRatio(Int128{sum} * units, Hundred);
    group.gross = addedAmounts(group.net, group.tax);
    const auto taxes = spread(group.tax, amounts, units, Hundred);
    for (std::size_t i = 0; i < members.size(); ++i) {
        PricedLine& line = lines[members[i]];
        line.net = line.amount;
        line.tax = taxes[i];
        line.gross = line.net + line.tax;
    }
}

/// Net and tax of a group whose gross amount is converted, and of its lines.
void convertTaxes(const PricedDocument& document, std::size_t index, const std::vector<std::size_t>& members,
                  const Ratio& ratio, ConvertedDocument& result) {
    TaxAmounts& group = result.groups[index];
    const std::int64_t parts[] = {document.groups[index].net, document.groups[index].tax};
    group.tax = parts[0] + parts[1] == 0 ? 0 : allocate(group.gross, parts)[1];
    group.net = group.gross - group.tax;
    std::vector<std::int64_t> weights;
    weights.reserve(members.size());
    for (const std::size_t member : members) {
        weights.push_back(document.lines[member].tax);
    }
    const auto taxes = spread(group.tax, weights, ratio.numerator, ratio.denominator);
    for (std::size_t i = 0; i < members.size(); ++i) {
        TaxAmounts& line = result.lines[members[i]];
        line.tax = taxes[i];
        line.net = line.gross - line.tax;
    }
}

} // namespace

std::int64_t addedAmounts(std::int64_t a, std::int64_t b) {
    if (!isMinorInRange(Int128{a} + b)) {
        throw DocumentError("lines");
    }
    return a + b;
}

std::int64_t lineAmount(const Decimal& quantity, const Decimal& unitPriceMinor, const Discount& discount) {
    if (discount.percent && discount.amountMinor) {
        throw DocumentError("discountAmount");
    }
    if (discount.percent && !percentUnits(*discount.percent, 100)) {
        throw DocumentError("discountPercent");
    }
    std::optional<std::int64_t> amount;
    try {
        Decimal value = quantity * unitPriceMinor;
        if (discount.percent) {
            value = (value * (Decimal(100) - *discount.percent)).shifted(-2);
        }
        if (const std::int64_t off = discount.amountMinor.value_or(0); off != 0) {
            if (off < 0 || Decimal(off) > value) {
                throw DocumentError("discountAmount");
            }
            value -= Decimal(off);
        }
        amount = roundedMinor(value);
    } catch (const DecimalError&) {
        // A number with too many digits is out of range too: the same error.
    }
    // A price that was converted from another currency may be beyond the range although its line is not.
    if (!amount || unitPriceMinor > Decimal(MaxMinor)) {
        throw DocumentError("unitPrice");
    }
    return *amount;
}

PricedDocument priceDocument(std::span<const DocumentLine> lines, bool pricesIncludeTax,
                             const Discount& discount) {
    PricedDocument result;
    std::vector<std::int64_t> amounts;
    amounts.reserve(lines.size());
    std::int64_t sum = 0;
    for (const DocumentLine& line : lines) {
        amounts.push_back(line.amount);
        sum = addedAmounts(sum, line.amount);
    }
    const std::vector<std::int64_t> shares = discountShares(amounts, sum, discount);

    std::vector<Members> members;
    result.lines.resize(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t group = groupOf(lines[i], i, result.groups, members);
        members[group].lines.push_back(i);
        result.lines[i].group = group;
        result.lines[i].discount = shares[i];
        result.lines[i].amount = addedAmounts(lines[i].amount, -shares[i]);
        result.discount += shares[i];
    }
    for (std::size_t group = 0; group < members.size(); ++group) {
        priceGroup(result.groups[group], result.lines, members[group].lines, members[group].units,
                   pricesIncludeTax);
        result.subtotal = addedAmounts(result.subtotal, result.groups[group].net);
        result.taxTotal = addedAmounts(result.taxTotal, result.groups[group].tax);
        result.total = addedAmounts(result.total, result.groups[group].gross);
    }
    return result;
}

std::int64_t includedTax(std::int64_t amount, const Decimal& ratePercent) {
    return Decimal::divide(Decimal(amount) * ratePercent, Decimal(100) + ratePercent, 0).toInteger().value();
}

std::int64_t convertMinor(std::int64_t minor, Currency from, const Decimal& exchangeRate, Currency to) {
    if (exchangeRate.sign() <= 0 || exchangeRate.scale() > 18) {
        throw DocumentError("exchangeRate");
    }
    try {
        const Decimal shifted = Decimal(minor).shifted(to.digits() - from.digits());
        if (const auto result = roundedMinor(Decimal::divide(shifted, exchangeRate, 0))) {
            return *result;
        }
    } catch (const DecimalError&) {
        // A number with too many digits is out of range too: the same error.
    }
    throw DocumentError("exchangeRate");
}

ConvertedDocument convertDocument(const PricedDocument& document, Currency from, const Decimal& exchangeRate,
                                  Currency to) {
    ConvertedDocument result;
    result.total = convertMinor(document.total, from, exchangeRate, to);
    const Ratio ratio = ratioOf(from, exchangeRate, to);
    std::vector<std::int64_t> weights;
    weights.reserve(document.lines.size());
    for (const PricedLine& line : document.lines) {
        weights.push_back(line.gross);
    }
    const auto grosses = spread(result.total, weights, ratio.numerator, ratio.denominator);
    result.lines.resize(document.lines.size());
    result.groups.resize(document.groups.size());
    std::vector<std::vector<std::size_t>> members(document.groups.size());
    for (std::size_t i = 0; i < grosses.size(); ++i) {
        const std::size_t group = document.lines[i].group;
        members[group].push_back(i);
        result.lines[i].gross = grosses[i];
        result.groups[group].gross += grosses[i];
    }
    for (std::size_t g = 0; g < members.size(); ++g) {
        convertTaxes(document, g, members[g], ratio, result);
        result.subtotal += result.groups[g].net;
        result.taxTotal += result.groups[g].tax;
    }
    return result;
}

} // namespace svc::trade
