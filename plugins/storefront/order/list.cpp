#include "order/store.hpp"

namespace svc::storefront {

Answer<200, std::vector<api::OrderRequest>>
listOrderRequests(Request& request, const api::ListOrderRequestsParameters& parameters) {
    const OrderPage found = listOrders(request, parameters);
    std::vector<api::OrderRequest> records;
    for (const Order& order : found.orders) {
        records.push_back(shown(order));
    }
    return Answer<200, std::vector<api::OrderRequest>>(records).total(found.total);
}

} // namespace svc::storefront
