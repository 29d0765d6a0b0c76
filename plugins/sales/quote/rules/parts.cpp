#include "quote/rules/parts.hpp"

namespace svc::sales {
namespace {

/// quantity × unit price less the line's own discount, for `quantity` of the line; not rounded.
Decimal worthOf(const QuoteLine& line, const Decimal& quantity) {
    constexpr int Scale = 10;
    const Decimal own = Decimal::divide(Decimal(line.discountAmount) * quantity, line.quantity, Scale);
    return quantity * line.unitPrice - own;
}

/// The share of an amount that is due for `part` of `whole`.
std::int64_t shareOf(std::int64_t amount, const Decimal& part, const Decimal& whole) {
    if (part == whole || whole.isZero()) {
        return amount;
    }
    return Decimal::divide(Decimal(amount) * part, whole, 0).toInteger().value_or(0);
}

} // namespace

std::int64_t lineDiscountShare(const QuoteLine& line, const Decimal& quantity) {
    const Decimal& before = line.quantityConverted;
    return shareOf(line.discountAmount, before + quantity, line.quantity) -
           shareOf(line.discountAmount, before, line.quantity);
}

std::int64_t discountShare(const Quote& quote, const std::vector<Decimal>& quantities) {
    Decimal before;
    Decimal part;
    Decimal whole;
    for (std::size_t i = 0; i < quote.lines->size(); ++i) {
        const QuoteLine& line = (*quote.lines)[i];
        before += worthOf(line, line.quantityConverted);
        part += worthOf(line, quantities[i]);
        whole += worthOf(line, line.quantity);
    }
    const std::int64_t discount = quote.discountAmount.value_or(0);
    return shareOf(discount, before + part, whole) - shareOf(discount, before, whole);
}

} // namespace svc::sales
