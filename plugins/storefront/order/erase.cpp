#include "order/store.hpp"

namespace svc::storefront {

commands::EraseOrdersOutput commands::eraseOrders(Call& call, const commands::EraseOrdersInput& input) {
    const auto erased = eraseCustomers(call, input.source, input.externalIds);
    for (const OrderRequestId id : erased) {
        call.history("order_request", id.toString(), "personal_data_erased", Json::array());
    }
    return {.erased = static_cast<std::int64_t>(erased.size())};
}

} // namespace svc::storefront
