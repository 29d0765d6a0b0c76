#include "order/rules/order.hpp"

#include "trade/tax.hpp"

namespace svc::storefront {

api::OrderRequest shown(const Order& order) {
    api::OrderRequest request = order;
    if (order.refundedNow) {
        request.source.value().refunded = order.refundedNow;
    }
    return request;
}

void priceOrder(Order& order, const std::vector<trade::TaxChoice>& items, const Company& company) {
    std::vector<trade::DocumentLine> lines;
    for (OrderLine& line : order.lines) {
        const std::int64_t amount =
            trade::lineAmount(line.quantity, line.unitPrice.minor(), trade::Discount{});
        line.total = MinorAmount(amount);
        const trade::TaxChoice item = lines.size() < items.size() ? items[lines.size()] : trade::TaxChoice();
        const trade::TaxTerms tax = trade::taxTermsOf({.rate = line.taxRate}, item, company);
        lines.push_back({amount, tax.category, tax.rate});
    }
    order.total =
        MinorAmount(trade::priceDocument(lines, order.pricesIncludeTax.value_or(company.pricesIncludeTax),
                                         trade::Discount{})
                        .total);
}

} // namespace svc::storefront
