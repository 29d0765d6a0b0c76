// What an authority says of a sale is known by the module of compliance; lists and filters show it with the
// sale.
#include "sale/store/find.hpp"
#include "sale/store/issuing_sale.hpp"
#include "sale/store/writes.hpp"

namespace svc::sales {

void commands::fiscalStatus(Call& call, const commands::FiscalStatusInput& input) {
    if (IssuingSale* issuing = IssuingSale::find(input.id.uuid())) {
        issuing->sale().fiscalStatus = input.fiscalStatus; // written when its hooks are through
        return;
    }
    Sale sale = lockSale(call, input.id);
    if (sale.fiscalStatus != input.fiscalStatus) {
        sale.fiscalStatus = input.fiscalStatus;
        updateFiscalStatus(call, sale);
    }
}

} // namespace svc::sales
