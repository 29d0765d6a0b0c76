#include "domain/pricing.hpp"

#include <string>

namespace svc::sales {
namespace {

std::string linePath(std::size_t index, std::string_view field) {
    return "lines[" + std::to_string(index) + "]." + std::string(field);
}

/// Rule 1, and the discount of the line as it reads back: what it takes off the rounded price.
std::int64_t amountOf(SaleLine& line, std::size_t index) {
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

void priceSale(Sale& sale, Currency base) {
    std::vector<DocumentLine> lines;
    lines.reserve(sale.lines.size());
    sale.discountTotal = 0;
    for (std::size_t i = 0; i < sale.lines.size(); ++i) {
        SaleLine& line = sale.lines[i];
        lines.push_back({amountOf(line, i), line.taxCategory, line.taxRate});
        sale.discountTotal = detail::checkedSum(sale.discountTotal, line.discountAmount);
    }

    const Discount discount{.percent = sale.discountPercent, .amountMinor = sale.discountAmount};
    const PricedDocument priced = priceDocument(lines, sale.pricesIncludeTax, discount);
    if (priced.total < 0) {
        throw DocumentError("lines");
    }
    const bool foreign = sale.currency != base;
    const ConvertedDocument converted =
        foreign ? convertDocument(priced, sale.currency, sale.exchangeRate, base) : ConvertedDocument{};

    sale.discountTotal = detail::checkedSum(sale.discountTotal, priced.discount);
    sale.subtotal = priced.subtotal;
    sale.taxTotal = priced.taxTotal;
    sale.total = priced.total;
    sale.subtotalBase = foreign ? converted.subtotal : priced.subtotal;
    sale.taxBase = foreign ? converted.taxTotal : priced.taxTotal;
    sale.totalBase = foreign ? converted.total : priced.total;
    for (std::size_t i = 0; i < sale.lines.size(); ++i) {
        SaleLine& line = sale.lines[i];
        line.net = priced.lines[i].net;
        line.tax = priced.lines[i].tax;
        line.total = priced.lines[i].gross;
        line.netBase = foreign ? converted.lines[i].net : line.net;
        line.taxBase = foreign ? converted.lines[i].tax : line.tax;
    }
    sale.taxes.clear();
    for (const TaxGroup& group : priced.groups) {
        sale.taxes.push_back({group.taxCategory, group.taxRate, group.net, group.tax});
    }
}

} // namespace svc::sales
