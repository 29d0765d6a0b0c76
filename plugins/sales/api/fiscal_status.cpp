// What an authority says of a sale is known by the module of compliance; lists and filters show it with the
// sale.
#include "api/routes.hpp"
#include "store/sale_store.hpp"
#include "store/sale_writes.hpp"

namespace svc::sales {

Json fiscalStatusCommand(Call& call, const Json& input) {
    const auto id = decodeId("sal", input.textOr("id"));
    std::optional<Sale> sale = id ? lockSale(call.db(), call.companyId(), *id) : std::nullopt;
    if (!sale) {
        throw ApiError(404, "sale-not-found");
    }
    const std::string status = input["fiscalStatus"].text();
    if (status != sale->fiscalStatus) {
        sale->fiscalStatus = status;
        updateFiscalStatus(call, *sale);
    }
    return Json::object();
}

} // namespace svc::sales
