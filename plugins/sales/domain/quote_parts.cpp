#include "domain/quote_parts.hpp"

namespace svc::sales {
namespace {

/// quantity × unit price less the line's own discount, for `quantity` of the line; not rounded.
Decimal worthOf(const SaleLine& line, const Decimal& quantity) {
    constexpr int Scale = 10;
    const Decimal own = Decimal::divide(Decimal(line.discountAmount) * quantity, line.quantity, Scale);
    return quantity * line.unitPrice - own;
}

/// The share of an amount that belongs to `part` of `whole`.
std::int64_t shareOf(std::int64_t amount, const Decimal& part, const Decimal& whole) {
    if (part == whole || whole.isZero()) {
        return amount;
    }
    return Decimal::divide(Decimal(amount) * part, whole, 0).toInteger().value_or(0);
}

} // namespace

std::int64_t lineDiscountShare(const Quote& quote, std::size_t line, const Decimal& quantity) {
    const SaleLine& content = quote.content.lines[line];
    const Decimal& before = quote.converted[line];
    return shareOf(content.discountAmount, before + quantity, content.quantity) -
           shareOf(content.discountAmount, before, content.quantity);
}

std::int64_t discountShare(const Quote& quote, const std::vector<Decimal>& quantities) {
    Decimal before;
    Decimal part;
    Decimal whole;
    for (std::size_t i = 0; i < quote.content.lines.size(); ++i) {
        const SaleLine& line = quote.content.lines[i];
        before += worthOf(line, quote.converted[i]);
        part += worthOf(line, quantities[i]);
        whole += worthOf(line, line.quantity);
    }
    const std::int64_t discount = quote.content.discountAmount.value_or(0);
    return shareOf(discount, before + part, whole) - shareOf(discount, before, whole);
}

} // namespace svc::sales
