#pragma once

#include <functional>
#include <optional>

#include "sale/rules/sale.hpp"

namespace svc::sales {

/// What a sale is made from when it is no request of its own: a quote, a recurring sale, a command.
struct SaleOrigin {
    std::optional<SaleId> id{}; ///< chosen by the caller, who has to name the sale before it exists
    std::optional<QuoteId> quoteId{};
    std::optional<RecurringSaleId> recurringId{};
    std::function<void()> checkState{};              ///< see buildSale
    std::function<void(const Sale&)> beforeEvents{}; ///< all is written; what is emitted here comes first
};

/// Records a sale from the body of POST /sales: the whole of the operation, for the route and for commands.
Sale recordSale(Call& call, const api::SaleCreate& body, const SaleOrigin& origin = {});

} // namespace svc::sales
