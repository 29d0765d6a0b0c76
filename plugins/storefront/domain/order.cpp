#include "domain/order.hpp"

#include <svc/tax.hpp>

namespace svc::storefront {

api::OrderRequest shown(const Order& order) {
    api::OrderRequest request = order;
    if (order.refundedNow) {
        request.source.value().refunded = order.refundedNow;
    }
    return request;
}

void priceOrder(Order& order, const std::vector<TaxChoice>& items, const Company& company) {
    std::vector<DocumentLine> lines;
    for (OrderLine& line : order.lines) {
        const std::int64_t amount = lineAmount(line.quantity, line.unitPrice.minor(), Discount{});
        line.total = MinorAmount(amount);
        const TaxChoice item = lines.size() < items.size() ? items[lines.size()] : TaxChoice();
        const TaxTerms tax = taxTermsOf({.rate = line.taxRate}, item, company);
        lines.push_back({amount, tax.category, tax.rate});
    }
    order.total = MinorAmount(
        priceDocument(lines, order.pricesIncludeTax.value_or(company.pricesIncludeTax), Discount{}).total);
}

} // namespace svc::storefront
