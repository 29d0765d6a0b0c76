// What an authority says of a sale is known by the module of compliance; lists and filters show it with the
// sale.
#include "api/routes.hpp"
#include "store/issuing_sale.hpp"
#include "store/sale_store.hpp"
#include "store/sale_writes.hpp"

namespace svc::sales {
namespace {

void setFiscalStatus(Call& call, Sale& sale, const std::string& status) {
    if (status != sale.fiscalStatus) {
        sale.fiscalStatus = status;
        updateFiscalStatus(call, sale);
    }
}

} // namespace

Json fiscalStatusCommand(Call& call, const Json& input) {
    const auto id = decodeId("sal", input.textOr("id"));
    const std::string status = input["fiscalStatus"].text();
    if (IssuingSale* issuing = id ? IssuingSale::find(*id) : nullptr) {
        setFiscalStatus(call, issuing->sale(), status);
        return Json::object();
    }
    std::optional<Sale> sale = id ? lockSale(call.db(), call.companyId(), *id) : std::nullopt;
    if (!sale) {
        throw ApiError(404, "sale-not-found");
    }
    setFiscalStatus(call, *sale, status);
    return Json::object();
}

} // namespace svc::sales
