#pragma once

#include <svc/currency.hpp>
#include <svc/decimal.hpp>
#include <svc/rounding.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The arithmetic of documents: API definitions 1.4. Pure functions; all amounts are whole minor units of the
// currency of the document, rates are in percent.

namespace svc {

/// Thrown for input that the rules refuse. field() is the name of the field as in an error code: the caller
/// answers `field-invalid:<field>`.
class DocumentError : public std::runtime_error {
public:
    explicit DocumentError(std::string field)
        : std::runtime_error("a document cannot be priced: " + field), field_(std::move(field)) {}
    const std::string& field() const noexcept { return field_; }

private:
    std::string field_;
};

/// A discount: a percentage (0 to 100, at most 4 decimals) or an amount, or neither.
struct Discount {
    std::optional<Decimal> percent = std::nullopt;
    std::optional<std::int64_t> amountMinor = std::nullopt;
};

/// A line before the discount of the document and before taxes.
struct DocumentLine {
    std::int64_t amount = 0; ///< from lineAmount(); negative for what is taken back
    std::string taxCategory; ///< UNCL 5305
    Decimal taxRate;         ///< at least 0, at most 4 decimals
};

struct TaxAmounts {
    std::int64_t net = 0;
    std::int64_t tax = 0;
    std::int64_t gross = 0;

    bool operator==(const TaxAmounts&) const = default;
};

struct PricedLine : TaxAmounts {
    std::int64_t discount = 0; ///< its share of the discount of the document
    std::int64_t amount = 0;   ///< after that share; gross or net, as prices are with or without tax
    std::size_t group = 0;     ///< index of its tax group
};

struct TaxGroup : TaxAmounts {
    std::string taxCategory;
    Decimal taxRate;
};

struct PricedDocument {
    std::vector<PricedLine> lines;
    std::vector<TaxGroup> groups; ///< in the order of their first lines
    std::int64_t discount = 0;    ///< of the document, without those of the lines
    std::int64_t subtotal = 0;    ///< sum of net
    std::int64_t taxTotal = 0;
    std::int64_t total = 0; ///< sum of gross
};

/// A document in the currency of the company; lines and groups are those of the PricedDocument.
struct ConvertedDocument {
    std::vector<TaxAmounts> lines;
    std::vector<TaxAmounts> groups;
    std::int64_t subtotal = 0;
    std::int64_t taxTotal = 0;
    std::int64_t total = 0;
};

namespace detail {

inline constexpr Int128 Hundred = 1'000'000; // 100 percent in ten-thousandths of a percent

/// A percentage in ten-thousandths, nothing below 0, above `limit` or with more than 4 decimals.
constexpr std::optional<std::int64_t> percentUnits(const Decimal& percent, std::int64_t limit) {
    if (percent.sign() < 0 || percent > Decimal(limit)) {
        return std::nullopt;
    }
    return percent.shifted(4).toInteger();
}

inline std::int64_t checkedSum(std::int64_t a, std::int64_t b) {
    if (!isMinorInRange(Int128{a} + b)) {
        throw DocumentError("lines");
    }
    return a + b;
}

/// Largest remainder in proportion to the weights. When some are negative and others are not, their sum says
/// little about them: then each part starts from weight × numerator / denominator, the ratio from which
/// `total` was computed.
inline std::vector<std::int64_t> spread(std::int64_t total, std::span<const std::int64_t> weights,
                                        Int128 numerator, Int128 denominator) {
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
inline std::vector<std::int64_t> discountShares(std::span<const std::int64_t> amounts, std::int64_t sum,
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

/// Rules 3 and 4 for one group: fills its amounts and those of its lines. `units` is the tax rate.
inline void priceGroup(TaxGroup& group, std::vector<PricedLine>& lines,
                       const std::vector<std::size_t>& members, std::int64_t units, bool pricesIncludeTax) {
    std::vector<std::int64_t> amounts;
    amounts.reserve(members.size());
    std::int64_t sum = 0;
    for (const std::size_t member : members) {
        amounts.push_back(lines[member].amount);
        sum = checkedSum(sum, lines[member].amount);
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
    group.gross = checkedSum(group.net, group.tax);
    const auto taxes = spread(group.tax, amounts, units, Hundred);
    for (std::size_t i = 0; i < members.size(); ++i) {
        PricedLine& line = lines[members[i]];
        line.net = line.amount;
        line.tax = taxes[i];
        line.gross = line.net + line.tax;
    }
}

} // namespace detail

/// Rule 1: quantity × unit price − discount of the line, rounded once to the minor unit. The unit price is in
/// minor units and may have decimals. Throws DocumentError: `discountPercent` (not 0 to 100, too many
/// decimals), `discountAmount` (negative, above the line, or beside a percentage), `unitPrice` (the line is
/// out of range).
///
/// Example:
///   lineAmount(Decimal(2), Decimal(12000), {.percent = Decimal(10)});    // 21600
inline std::int64_t lineAmount(const Decimal& quantity, const Decimal& unitPriceMinor,
                               const Discount& discount = {}) {
    if (discount.percent && discount.amountMinor) {
        throw DocumentError("discountAmount");
    }
    if (discount.percent && !detail::percentUnits(*discount.percent, 100)) {
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
        // Too many digits is far out of range: the same answer.
    }
    if (!amount) {
        throw DocumentError("unitPrice");
    }
    return *amount;
}

/// Rules 2 to 5: spreads the discount of the document, computes the tax once per group of taxCategory and
/// taxRate, and adds up. A negative total is possible when lines are negative: whether it is acceptable is
/// the caller's matter. Throws DocumentError: `discountPercent`, `discountAmount` (negative, above the sum of
/// the lines, or both given), `lines[i].taxRate`, `lines` (a sum is out of range).
///
/// Example:
///   const std::vector<DocumentLine> lines{{21600, "S", Decimal(20)}, {6000, "S", Decimal(20)}};
///   const PricedDocument document = priceDocument(lines, true);
///   document.total;       // 27600
///   document.taxTotal;    // 4600
inline PricedDocument priceDocument(std::span<const DocumentLine> lines, bool pricesIncludeTax,
                                    const Discount& discount = {}) {
    PricedDocument result;
    std::vector<std::int64_t> amounts;
    amounts.reserve(lines.size());
    std::int64_t sum = 0;
    for (const DocumentLine& line : lines) {
        amounts.push_back(line.amount);
        sum = detail::checkedSum(sum, line.amount);
    }
    const std::vector<std::int64_t> shares = detail::discountShares(amounts, sum, discount);

    struct Members {
        std::int64_t units;
        std::vector<std::size_t> lines;
    };
    std::vector<Members> members;
    result.lines.resize(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto units = detail::percentUnits(lines[i].taxRate, 100'000);
        if (!units) {
            throw DocumentError("lines[" + std::to_string(i) + "].taxRate");
        }
        std::size_t group = 0;
        while (group < members.size() &&
               (members[group].units != *units || result.groups[group].taxCategory != lines[i].taxCategory)) {
            ++group;
        }
        if (group == members.size()) {
            members.push_back({*units, {}});
            result.groups.emplace_back();
            result.groups.back().taxCategory = lines[i].taxCategory;
            result.groups.back().taxRate = lines[i].taxRate;
        }
        members[group].lines.push_back(i);
        result.lines[i].group = group;
        result.lines[i].discount = shares[i];
        result.lines[i].amount = detail::checkedSum(lines[i].amount, -shares[i]);
        result.discount += shares[i];
    }
    for (std::size_t group = 0; group < members.size(); ++group) {
        detail::priceGroup(result.groups[group], result.lines, members[group].lines, members[group].units,
                           pricesIncludeTax);
        result.subtotal = detail::checkedSum(result.subtotal, result.groups[group].net);
        result.taxTotal = detail::checkedSum(result.taxTotal, result.groups[group].tax);
        result.total = detail::checkedSum(result.total, result.groups[group].gross);
    }
    return result;
}

/// An amount in another currency: `exchangeRate` is the number of units of `from` for one unit of `to`
/// (API definitions 5.1, 10.6). Throws DocumentError("exchangeRate") when it is not positive, has more
/// than 18 decimals or the result is out of range.
///
/// Example:
///   convertMinor(100'000, Currency::of("XOF"), *Decimal::parse("655.957"), Currency::of("EUR"));    // 15245
inline std::int64_t convertMinor(std::int64_t minor, Currency from, const Decimal& exchangeRate,
                                 Currency to) {
    if (exchangeRate.sign() <= 0 || exchangeRate.scale() > 18) {
        throw DocumentError("exchangeRate");
    }
    try {
        const Decimal shifted = Decimal(minor).shifted(to.digits() - from.digits());
        if (const auto result = roundedMinor(Decimal::divide(shifted, exchangeRate, 0))) {
            return *result;
        }
    } catch (const DecimalError&) {
        // Too many digits is far out of range: the same answer.
    }
    throw DocumentError("exchangeRate");
}

/// The document in the currency of the company: the total is converted once; the gross amounts of the lines,
/// then net and tax of the groups, then the taxes of the lines are spread by largest remainder, so that all
/// sums hold in the other currency too.
inline ConvertedDocument convertDocument(const PricedDocument& document, Currency from,
                                         const Decimal& exchangeRate, Currency to) {
    ConvertedDocument result;
    result.total = convertMinor(document.total, from, exchangeRate, to);
    const int power = exchangeRate.scale() + to.digits() - from.digits();
    const Int128 numerator = detail::powerOfTen(power > 0 ? power : 0);
    const auto denominator =
        detail::multiplied(exchangeRate.unscaled(), detail::powerOfTen(power < 0 ? -power : 0));
    if (!denominator) {
        throw DocumentError("exchangeRate");
    }

    std::vector<std::int64_t> weights;
    weights.reserve(document.lines.size());
    for (const PricedLine& line : document.lines) {
        weights.push_back(line.gross);
    }
    const auto grosses = detail::spread(result.total, weights, numerator, *denominator);
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
        TaxAmounts& group = result.groups[g];
        const std::int64_t parts[] = {document.groups[g].net, document.groups[g].tax};
        group.tax = parts[0] + parts[1] == 0 ? 0 : allocate(group.gross, parts)[1];
        group.net = group.gross - group.tax;
        weights.clear();
        for (const std::size_t member : members[g]) {
            weights.push_back(document.lines[member].tax);
        }
        const auto taxes = detail::spread(group.tax, weights, numerator, *denominator);
        for (std::size_t i = 0; i < members[g].size(); ++i) {
            TaxAmounts& line = result.lines[members[g][i]];
            line.tax = taxes[i];
            line.net = line.gross - line.tax;
        }
        result.subtotal += group.net;
        result.taxTotal += group.tax;
    }
    return result;
}

} // namespace svc
