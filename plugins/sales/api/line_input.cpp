#include "api/line_input.hpp"

#include <algorithm>

#include <svc/amounts.hpp>
#include <svc/error.hpp>

namespace svc::sales {

std::vector<NamedLine> readNamedLines(const Json& body) {
    std::vector<NamedLine> lines;
    const Json* given = body.find("lines");
    if (given == nullptr || !given->isArray()) {
        return lines;
    }
    for (std::size_t i = 0; i < given->size(); ++i) {
        const Json& line = given->at(i);
        const Decimal quantity = line.optionalDecimal("quantity").value_or(Decimal());
        if (quantity.sign() <= 0) {
            throw fieldInvalid(pathOf("lines", i, "quantity"));
        }
        lines.push_back({line.textOr("lineId"), quantity});
    }
    return lines;
}

std::vector<FoundLine> findLines(const Sale& sale, const std::vector<NamedLine>& named) {
    std::vector<FoundLine> found;
    for (const NamedLine& one : named) {
        const std::optional<Uuid> id = decodeId("lin", one.id);
        const auto line = std::find_if(sale.lines.begin(), sale.lines.end(),
                                       [&](const SaleLine& candidate) { return id && candidate.id == *id; });
        if (line == sale.lines.end()) {
            throw ApiError(404, "line-not-found", {one.id});
        }
        const auto at = static_cast<std::size_t>(line - sale.lines.begin());
        const auto known = std::find_if(found.begin(), found.end(),
                                        [&](const FoundLine& other) { return other.line == at; });
        if (known == found.end()) {
            found.push_back({at, one.quantity});
        } else {
            known->quantity = known->quantity + one.quantity;
        }
    }
    return found;
}

void checkRemaining(const Sale& sale, const FoundLine& found, const Decimal& remaining) {
    if (found.quantity > remaining) {
        throw ApiError(400, "quantity-above-remaining",
                       {encodeId("lin", sale.lines[found.line].id), remaining.normalized().toString()});
    }
}

} // namespace svc::sales
