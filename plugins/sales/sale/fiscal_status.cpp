// The compliance module owns the answers of the authorities; the sale has a copy of the status for lists and
// filters.
#include "sale/store/find.hpp"
#include "sale/store/issuing_sale.hpp"
#include "sale/store/writes.hpp"

namespace svc::sales {

void commands::fiscalStatus(Call& call, const commands::FiscalStatusInput& input) {
    if (IssuingSale* issuing = IssuingSale::find(input.id.uuid())) {
        issuing->sale().fiscalStatus = input.fiscalStatus; // written after the hooks have run
        return;
    }
    Sale sale = lockSale(call, input.id);
    if (sale.fiscalStatus != input.fiscalStatus) {
        sale.fiscalStatus = input.fiscalStatus;
        updateFiscalStatus(call, sale);
    }
}

} // namespace svc::sales
