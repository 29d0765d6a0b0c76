#include "sale/store/find.hpp"
#include "sale/store/issuing_sale.hpp"
#include "sale/view.hpp"

namespace svc::sales {

Answer<200, api::Sale> getSale(Request& request, const api::GetSaleParameters& parameters) {
    auto found = findWholeSale(request, parameters.saleId);
    if (!found) {
        throw ApiError(404, "sale-not-found");
    }
    const api::Sale sale = shown(request, *std::move(found));
    return Answer<200, api::Sale>(sale).etag(sale.version);
}

std::optional<api::Sale> commands::get(Call& call, const commands::GetInput& input) {
    IssuingSale* issuing = IssuingSale::find(input.id.uuid());
    auto sale = issuing != nullptr ? std::optional(issuing->sale()) : findWholeSale(call, input.id);
    if (!sale) {
        return std::nullopt;
    }
    if (!input.lines) {
        sale->lines.clear();
    }
    api::Sale answer = shown(call, *std::move(sale));
    if (issuing != nullptr) {
        issuing->sale().publicUrl = answer.publicUrl; // the response of the creation shows it too
    }
    return answer;
}

} // namespace svc::sales
