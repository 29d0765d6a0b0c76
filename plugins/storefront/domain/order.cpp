#include "domain/order.hpp"

#include <svc/tax.hpp>
#include <svc/tax_terms.hpp>

namespace svc::storefront {

void priceOrder(Order& order, const Company& company) {
    std::vector<DocumentLine> lines;
    for (OrderLine& line : order.lines) {
        line.amount = lineAmount(line.quantity, line.unitPrice, Discount{});
        const TaxTerms tax =
            taxTermsOf({.rate = line.chargedRate}, {line.taxCategory, line.taxRate}, company);
        lines.push_back({line.amount, tax.category, tax.rate});
    }
    order.total =
        priceDocument(lines, order.pricesIncludeTax.value_or(company.pricesIncludeTax), Discount{}).total;
}

} // namespace svc::storefront
