#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <svc/json.hpp>

#include "authority/unfit.hpp"

namespace svc::ci_fne {

using authority::Unfit;

/// An item as it was certified: the platform knows it by `id`.
struct CertifiedItem {
    std::string line; ///< lin_…
    std::string id;
    Decimal quantity; ///< 1 for a line that was certified as one piece
};

/// The request of POST …/sign. `settings`: pointOfSale, establishment, exempt. Throws Unfit.
Json requestOf(const Json& sale, const Json& buyer, const Json& settings);

/// What the platform made of the lines of the sale, from its answer. Throws Unfit when it is not one item a
/// line.
std::vector<CertifiedItem> itemsOf(const Json& sale, const Json& answer);

/// The request of POST …/refund for a credit note. Throws Unfit.
Json refundOf(const Json& note, const Json& sale, const std::vector<CertifiedItem>& items);

} // namespace svc::ci_fne
