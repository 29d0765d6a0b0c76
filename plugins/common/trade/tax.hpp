/// @file The arithmetic of documents: API definitions 1.4. Pure functions; all amounts are whole minor units
/// of the currency of the document, rates are in percent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/currency.hpp>
#include <svc/decimal.hpp>

namespace svc::trade {

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
    std::int64_t amount = 0; ///< from lineAmount(); negative for returned goods
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

/// The sum of two amounts; throws DocumentError("lines") when it is out of range.
std::int64_t addedAmounts(std::int64_t a, std::int64_t b);

/// Rule 1: quantity × unit price − discount of the line, rounded once to the minor unit. The unit price is in
/// minor units and may have decimals. Throws DocumentError: `discountPercent` (not 0 to 100, too many
/// decimals), `discountAmount` (negative, above the line, or beside a percentage), `unitPrice` (the
/// price or the line is out of range).
///
/// Example:
///   lineAmount(Decimal(2), Decimal(12000), {.percent = Decimal(10)});    // 21600
std::int64_t lineAmount(const Decimal& quantity, const Decimal& unitPriceMinor,
                        const Discount& discount = {});

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
PricedDocument priceDocument(std::span<const DocumentLine> lines, bool pricesIncludeTax,
                             const Discount& discount = {});

/// The tax contained in an amount that includes it: amount × rate / (100 + rate), rounded half away from
/// zero.
std::int64_t includedTax(std::int64_t amount, const Decimal& ratePercent);

/// An amount in another currency: `exchangeRate` is the number of units of `from` for one unit of `to`
/// (API definitions 5.1, 10.6). Throws DocumentError("exchangeRate") when it is not positive, has more
/// than 18 decimals or the result is out of range.
///
/// Example:
///   convertMinor(100'000, Currency::of("XOF"), *Decimal::parse("655.957"), Currency::of("EUR"));    // 15245
std::int64_t convertMinor(std::int64_t minor, Currency from, const Decimal& exchangeRate, Currency to);

/// Converts the document into the currency of the company: the total is converted once; then the gross
/// amounts of the lines, net and tax of the groups, and the taxes of the lines are distributed by largest
/// remainder, so that all sums hold in that currency too.
ConvertedDocument convertDocument(const PricedDocument& document, Currency from, const Decimal& exchangeRate,
                                  Currency to);

} // namespace svc::trade
