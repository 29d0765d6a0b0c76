#include "api/create_sale.hpp"
#include "api/payments.hpp"
#include "api/routes.hpp"
#include "api/sale_builder.hpp"
#include "api/sale_input.hpp"
#include "api/sale_json.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {

Json createSaleCommand(Call& call, const Json& input) {
    SaleOrigin origin;
    origin.id = decodeId("sal", input.textOr("id"));
    return saleJson(createSale(call, input, origin), fullView(call));
}

Json previewSaleCommand(Call& call, const Json& input) {
    return saleJson(buildSale(call, readSaleInput(input)).sale, fullView(call));
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
