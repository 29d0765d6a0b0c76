#include "api/create_sale.hpp"
#include "api/payments.hpp"
#include "api/routes.hpp"
#include "api/sale_builder.hpp"
#include "api/sale_input.hpp"
#include "api/sale_view.hpp"
#include "store/issuing_sale.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {

Json createSaleCommand(Call& call, const Json& input) {
    SaleOrigin origin;
    origin.id = decodeId("sal", input.textOr("id"));
    return Json::parse(shownSale(call, createSale(call, input, origin)));
}

Json previewSaleCommand(Call& call, const Json& input) {
    return Json::parse(shownSale(call, buildSale(call, readSaleInput(input)).sale));
}

Json readSaleCommand(Call& call, const Json& input) {
    const auto id = decodeId("sal", input.textOr("id"));
    if (IssuingSale* issuing = id ? IssuingSale::find(*id) : nullptr) {
        return Json::parse(shownSale(call, issuing->sale()));
    }
    const auto sale = id ? findWholeSale(call.db(), call.companyId(), *id) : std::nullopt;
    return sale ? Json::parse(shownSale(call, *sale)) : Json(nullptr);
}

Json paySaleCommand(Call& call, const Json& input) {
    return recordPayment(call, input.textOr("saleId"), input, input.textOr("origin", "sale"),
                         input.optionalText("provider"));
}

} // namespace svc::sales
