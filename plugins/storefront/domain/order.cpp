#include "domain/order.hpp"

#include <svc/tax.hpp>

namespace svc::storefront {
namespace {

/// UNCL 5305: all but the standard category carry no tax.
bool carriesNoTax(const std::string& category) {
    return category != "S";
}

/// The rule of sales: the category of the item, else its rate, else what is usual for the company.
void setTax(DocumentLine& priced, const OrderLine& line, const TaxHabits& habits) {
    const std::string usual = habits.registered ? habits.category : "O";
    const Decimal rate = carriesNoTax(usual) ? Decimal() : habits.rate;
    priced.taxCategory = line.taxCategory.value_or(usual);
    if (line.taxCategory) {
        priced.taxRate = carriesNoTax(*line.taxCategory) ? Decimal() : line.taxRate.value_or(rate);
    } else if (line.taxRate) {
        priced.taxCategory = line.taxRate->isZero() ? "Z" : "S";
        priced.taxRate = *line.taxRate;
    } else {
        priced.taxRate = rate;
    }
}

} // namespace

void priceOrder(Order& order, const TaxHabits& habits) {
    std::vector<DocumentLine> lines;
    for (OrderLine& line : order.lines) {
        line.amount = lineAmount(line.quantity, line.unitPrice, Discount{});
        DocumentLine priced;
        priced.amount = line.amount;
        setTax(priced, line, habits);
        lines.push_back(std::move(priced));
    }
    order.total = priceDocument(lines, habits.pricesIncludeTax, Discount{}).total;
}

} // namespace svc::storefront
