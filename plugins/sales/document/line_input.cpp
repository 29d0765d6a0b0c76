#include "document/line_input.hpp"

#include <algorithm>

#include <svc/amounts.hpp>

namespace svc::sales {

std::string writtenInLine(Call& call, std::size_t index, std::string_view name) {
    // The request of a recurring sale has the body of a sale under `template`.
    const Json& recurring = call.input()["template"];
    const Json& lines = (recurring.isObject() ? recurring : call.input())["lines"];
    return index < lines.size() ? lines.at(index).textOr(name) : std::string();
}

void checkQuantities(const std::vector<api::SaleNamedLine>& named) {
    for (std::size_t i = 0; i < named.size(); ++i) {
        if (named[i].quantity.sign() <= 0) {
            throw fieldInvalid(pathOf("lines", i, "quantity"));
        }
    }
}

std::vector<FoundLine> findLines(Call& call, const Sale& sale, const std::vector<api::SaleNamedLine>& named) {
    std::vector<FoundLine> found;
    for (std::size_t i = 0; i < named.size(); ++i) {
        const auto line = std::find_if(sale.lines.begin(), sale.lines.end(), [&](const SaleLine& candidate) {
            return candidate.id == named[i].lineId;
        });
        if (line == sale.lines.end()) {
            throw unknownName(404, "line-not-found", writtenInLine(call, i, "lineId"));
        }
        const auto at = static_cast<std::size_t>(line - sale.lines.begin());
        const auto known = std::find_if(found.begin(), found.end(),
                                        [&](const FoundLine& other) { return other.line == at; });
        if (known == found.end()) {
            found.push_back({at, named[i].quantity});
        } else {
            known->quantity = known->quantity + named[i].quantity;
        }
    }
    return found;
}

void checkRemaining(const Sale& sale, const FoundLine& found, const Decimal& remaining) {
    if (found.quantity > remaining) {
        throw ApiError(400, "quantity-above-remaining",
                       {sale.lines[found.line].id.toString(), remaining.normalized().toString()});
    }
}

} // namespace svc::sales
