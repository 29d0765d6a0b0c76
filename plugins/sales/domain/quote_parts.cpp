#include "domain/quote_parts.hpp"

namespace svc::sales {
namespace {

/// quantity × unit price less the line's own discount, for `quantity` of the line; not rounded.
Decimal worthOf(const SaleLine& line, const Decimal& quantity) {
    constexpr int Scale = 10;
    const Decimal own = Decimal::divide(Decimal(line.discountAmount) * quantity, line.quantity, Scale);
    return quantity * line.unitPrice - own;
}

} // namespace

std::int64_t shareOf(std::int64_t amount, const Decimal& part, const Decimal& whole) {
    if (part == whole || whole.isZero()) {
        return amount;
    }
    return Decimal::divide(Decimal(amount) * part, whole, 0).toInteger().value_or(0);
}

std::int64_t discountShare(const Quote& quote, const std::vector<Decimal>& quantities) {
    Decimal part;
    Decimal whole;
    for (std::size_t i = 0; i < quote.content.lines.size(); ++i) {
        const SaleLine& line = quote.content.lines[i];
        part += worthOf(line, quantities[i]);
        whole += worthOf(line, line.quantity);
    }
    return shareOf(quote.content.discountAmount.value_or(0), part, whole);
}

} // namespace svc::sales
