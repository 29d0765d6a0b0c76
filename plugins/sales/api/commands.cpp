#include "api/create_sale.hpp"
#include "api/payments.hpp"
#include "api/routes.hpp"
#include "api/sale_json.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {

Json createSaleCommand(Call& call, const Json& input) {
    return saleJson(createSale(call, input), fullView(call));
}

Json readSaleCommand(Call& call, const Json& input) {
    const auto id = decodeId("sal", input.textOr("id"));
    const auto sale =
        id ? findSale(call.db(), call.companyId(), *id, {.lines = true, .payments = true}) : std::nullopt;
    return sale ? saleJson(*sale, fullView(call)) : Json(nullptr);
}

Json paySaleCommand(Call& call, const Json& input) {
    return recordPayment(call, input.textOr("saleId"), input, input.textOr("origin", "sale"));
}

} // namespace svc::sales
