#pragma once

#include <functional>
#include <optional>

#include <svc/call.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// Where a sale comes from, when it is not its own beginning.
struct SaleOrigin {
    std::optional<Uuid> id; ///< chosen by the caller, who has to name the sale before it exists
    std::optional<Uuid> quoteId;
    std::optional<Uuid> recurringId;
    std::function<void()> checkState;              ///< see buildSale
    std::function<void(const Sale&)> beforeEvents; ///< all is written; what is emitted here comes first
};

/// Creates a sale from the body of POST /sales: the whole of the operation, for the route and for the
/// command.
Sale createSale(Call& call, const Json& body, const SaleOrigin& origin = {});

} // namespace svc::sales
