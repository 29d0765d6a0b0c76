// What an authority says of a sale is known by the module of compliance; lists and filters show it with the
// sale.
#include "sale/store/find.hpp"
#include "sale/store/issuing_sale.hpp"
#include "sale/store/writes.hpp"

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
