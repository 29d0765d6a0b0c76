#include "store/partners.hpp"

namespace svc::partners {

void commands::adjustBalance(Call& call, const commands::AdjustBalanceInput& input) {
    if (input.id.uuid().isNil()) {
        throw ApiError(404, "partner-not-found");
    }
    if (input.receivable != 0 || input.payable != 0) {
        PartnerStore(call).adjustBalance(input);
    }
}

} // namespace svc::partners
