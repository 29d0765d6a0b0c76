#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <svc/json.hpp>

#include "authority/unfit.hpp"

namespace svc::ci_fne {

using authority::Unfit;

/// An item as it was certified; `id` is its identifier at the platform.
struct CertifiedItem {
    std::string line; ///< lin_…
    std::string id;
    Decimal quantity; ///< 1 for a line that was certified as one piece
};

/// The request of POST …/sign. `settings`: pointOfSale, establishment, exempt. Throws Unfit.
Json requestOf(const Json& sale, const Json& buyer, const Json& settings);

/// The certified items of the sale, from the platform's answer. Throws Unfit unless there is exactly one item
/// per line.
std::vector<CertifiedItem> itemsOf(const Json& sale, const Json& answer);

/// The request of POST …/refund for a credit note. Throws Unfit.
Json refundOf(const Json& note, const Json& sale, const std::vector<CertifiedItem>& items);

} // namespace svc::ci_fne
