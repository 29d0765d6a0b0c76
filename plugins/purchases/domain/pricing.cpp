#include "domain/pricing.hpp"

#include <string>

namespace svc::purchases {
namespace {

std::string linePath(std::size_t index, std::string_view field) {
    return "lines[" + std::to_string(index) + "]." + std::string(field);
}

/// Rule 1, and the discount of the line as it reads back: what it takes off the rounded price.
std::int64_t amountOf(PurchaseLine& line, std::size_t index) {
    try {
        if (!line.discountPercent) {
            return lineAmount(line.quantity, line.unitPrice, {.amountMinor = line.discountAmount});
        }
        const std::int64_t amount =
            lineAmount(line.quantity, line.unitPrice, {.percent = line.discountPercent});
        line.discountAmount = lineAmount(line.quantity, line.unitPrice) - amount;
        return amount;
    } catch (const DocumentError& error) {
        throw DocumentError(linePath(index, error.field()));
    }
}

} // namespace

void pricePurchase(Purchase& purchase, Currency base) {
    std::vector<DocumentLine> lines;
    lines.reserve(purchase.lines.size());
    purchase.discountTotal = 0;
    for (std::size_t i = 0; i < purchase.lines.size(); ++i) {
        PurchaseLine& line = purchase.lines[i];
        lines.push_back({amountOf(line, i), line.taxCategory, line.taxRate});
        purchase.discountTotal = detail::checkedSum(purchase.discountTotal, line.discountAmount);
    }

    const Discount discount{.percent = purchase.discountPercent, .amountMinor = purchase.discountAmount};
    const PricedDocument priced = priceDocument(lines, purchase.pricesIncludeTax, discount);
    if (priced.total < 0) {
        throw DocumentError("lines");
    }
    const bool foreign = purchase.currency != base;
    const ConvertedDocument converted =
        foreign ? convertDocument(priced, purchase.currency, purchase.exchangeRate, base)
                : ConvertedDocument{};

    purchase.discountTotal = detail::checkedSum(purchase.discountTotal, priced.discount);
    purchase.subtotal = priced.subtotal;
    purchase.taxTotal = priced.taxTotal;
    purchase.total = priced.total;
    purchase.subtotalBase = foreign ? converted.subtotal : priced.subtotal;
    purchase.taxBase = foreign ? converted.taxTotal : priced.taxTotal;
    purchase.totalBase = foreign ? converted.total : priced.total;
    for (std::size_t i = 0; i < purchase.lines.size(); ++i) {
        PurchaseLine& line = purchase.lines[i];
        line.net = priced.lines[i].net;
        line.tax = priced.lines[i].tax;
        line.total = priced.lines[i].gross;
        line.netBase = foreign ? converted.lines[i].net : line.net;
        line.taxBase = foreign ? converted.lines[i].tax : line.tax;
    }
    purchase.taxes.clear();
    for (const TaxGroup& group : priced.groups) {
        purchase.taxes.push_back({group.taxCategory, group.taxRate, group.net, group.tax});
    }
}

} // namespace svc::purchases
