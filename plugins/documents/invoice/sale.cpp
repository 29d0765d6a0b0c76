#include "invoice/sale.hpp"

namespace svc::documents {

SaleRecord requireSale(Call& call, SaleId id, const char* absent) {
    auto sale = calls::sales::get(call, {.id = id});
    if (!sale) {
        throw ApiError(404, absent);
    }
    return *std::move(sale);
}

} // namespace svc::documents
