// What an authority says of a sale is known by the module of compliance; lists and filters show it with the
// sale.
#include "store/issuing_sale.hpp"
#include "store/sale_store.hpp"
#include "store/sale_writes.hpp"

namespace svc::sales {
namespace {

void setFiscalStatus(Call& call, Sale& sale, api::SaleFiscalStatus status) {
    if (status != sale.fiscalStatus) {
        sale.fiscalStatus = status;
        updateFiscalStatus(call, sale);
    }
}

} // namespace

void commands::fiscalStatus(Call& call, const commands::FiscalStatusInput& input) {
    if (IssuingSale* issuing = IssuingSale::find(input.id.uuid())) {
        setFiscalStatus(call, issuing->sale(), input.fiscalStatus);
        return;
    }
    Sale sale = lockSale(call, input.id);
    setFiscalStatus(call, sale, input.fiscalStatus);
}

} // namespace svc::sales
