#pragma once

#include <functional>
#include <optional>

#include "bindings.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// The origin of a sale that is not created by its own request: a quote, a recurring sale, a command.
struct SaleOrigin {
    std::optional<SaleId> id{}; ///< chosen by a caller who refers to the sale before it exists
    std::optional<QuoteId> quoteId{};
    std::optional<RecurringSaleId> recurringId{};
    api::PaymentOrigin payments = api::PaymentOrigin::Sale; ///< of those that are recorded with the sale
    std::function<void()> checkState{};                     ///< see buildSale
    std::function<void(const Sale&)> beforeEvents{};        ///< after all writes; emits the first events
};

/// Records a sale from the body of POST /sales: the whole operation, for the route and for commands.
Sale recordSale(Call& call, const api::SaleCreate& body, const SaleOrigin& origin = {});

} // namespace svc::sales
