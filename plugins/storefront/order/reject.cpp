#include "order/decide.hpp"

namespace svc::storefront {

Answer<200, api::OrderRequest> rejectOrderRequest(Request& request,
                                                  const api::RejectOrderRequestParameters& parameters,
                                                  const api::RejectOrderRequestBody& body) {
    Order order = openOrder(request, parameters.orderRequestId);
    order.reason = body.reason;
    decide(request, order, api::OrderStatus::Rejected);
    return Answer<200, api::OrderRequest>(shown(order)).etag(order.version);
}

} // namespace svc::storefront
