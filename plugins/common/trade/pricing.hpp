/// @file Prices a whole trade document (sale, quote, purchase) in its own currency and in the company's: API
/// definitions 1.4. The arithmetic is that of trade/tax.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <svc/amounts.hpp>

#include "trade/tax.hpp"

namespace svc::trade {

/// Rule 1. Also sets the discount of the line as clients read it: the amount taken off the rounded price.
/// Throws DocumentError with the path of the field.
template <class Line>
std::int64_t pricedLineAmount(Line& line, std::size_t index) {
    try {
        if (!line.discountPercent) {
            return lineAmount(line.quantity, line.unitPrice, {.amountMinor = line.discountAmount});
        }
        const std::int64_t amount =
            lineAmount(line.quantity, line.unitPrice, {.percent = line.discountPercent});
        line.discountAmount = lineAmount(line.quantity, line.unitPrice) - amount;
        return amount;
    } catch (const DocumentError& error) {
        throw DocumentError(pathOf("lines", index, error.field()));
    }
}

/// Computes every amount of a document from its lines (quantity, unitPrice, discount, tax), its own discount,
/// its currency and rate: in minor units of its currency and, as the members that end in `Base`, of `base`,
/// the currency of the company. A document has lines, taxes, currency, exchangeRate, pricesIncludeTax,
/// discountPercent, discountAmount, and the amounts assigned below.
/// Throws DocumentError with the path of the field that cannot be accepted.
template <class Document>
void priceWholeDocument(Document& document, Currency base) {
    std::vector<DocumentLine> lines;
    lines.reserve(document.lines.size());
    document.discountTotal = 0;
    for (std::size_t i = 0; i < document.lines.size(); ++i) {
        auto& line = document.lines[i];
        lines.push_back({pricedLineAmount(line, i), line.taxCategory, line.taxRate});
        document.discountTotal = addedAmounts(document.discountTotal, line.discountAmount);
    }

    const Discount discount{.percent = document.discountPercent, .amountMinor = document.discountAmount};
    const PricedDocument priced = priceDocument(lines, document.pricesIncludeTax, discount);
    if (priced.total < 0) {
        throw DocumentError("lines");
    }
    const bool foreign = document.currency != base;
    const ConvertedDocument converted =
        foreign ? convertDocument(priced, document.currency, document.exchangeRate, base)
                : ConvertedDocument{};

    document.discountTotal = addedAmounts(document.discountTotal, priced.discount);
    document.subtotal = priced.subtotal;
    document.taxTotal = priced.taxTotal;
    document.total = priced.total;
    document.subtotalBase = foreign ? converted.subtotal : priced.subtotal;
    document.taxBase = foreign ? converted.taxTotal : priced.taxTotal;
    document.totalBase = foreign ? converted.total : priced.total;
    for (std::size_t i = 0; i < document.lines.size(); ++i) {
        auto& line = document.lines[i];
        line.net = priced.lines[i].net;
        line.tax = priced.lines[i].tax;
        line.total = priced.lines[i].gross;
        line.netBase = foreign ? converted.lines[i].net : line.net;
        line.taxBase = foreign ? converted.lines[i].tax : line.tax;
    }
    document.taxes.clear();
    for (const TaxGroup& group : priced.groups) {
        document.taxes.push_back({group.taxCategory, group.taxRate, group.net, group.tax});
    }
}

/// The same for a document that a client sends: unacceptable values are refused with `field-invalid:<path>`.
template <class Document>
void priceOrRefuse(Document& document, Currency base) {
    try {
        priceWholeDocument(document, base);
    } catch (const DocumentError& error) {
        throw fieldInvalid(error.field());
    } catch (const DecimalError&) {
        // Amounts beyond ±10^15 minor units.
        throw fieldInvalid("lines");
    }
}

/// Decimals of stored prices in minor units.
inline constexpr int PriceDecimals = 4;

/// Converts a catalogue price exactly into the currency of a document: both in minor units, `base` being the
/// currency of the company. `exchangeRate`: units of the document's for one unit of the company's.
Decimal priceInCurrency(const Decimal& price, Currency base, const Decimal& exchangeRate, Currency currency);
/// Converts a price stored with or without tax (`included`) to the way in which the document has its prices
/// (`wanted`), with the decimals of stored prices. `taxRate` in percent.
Decimal priceWithTax(const Decimal& price, bool included, bool wanted, const Decimal& taxRate);

/// The exchange rate of a new document: `given` by the client, else the one of `rateOfDay()`; 1 in the
/// currency of the company. Refuses with `field-invalid:exchangeRate` a rate other than 1 in that currency,
/// and one that is not positive.
template <class RateOfDay>
Decimal exchangeRateOf(const std::optional<Decimal>& given, Currency currency, Currency base,
                       RateOfDay rateOfDay) {
    const bool foreign = currency != base;
    if (given && (foreign ? given->sign() <= 0 : *given != Decimal(1))) {
        throw fieldInvalid("exchangeRate");
    }
    if (!foreign) {
        return Decimal(1);
    }
    return given ? *given : rateOfDay();
}

} // namespace svc::trade
