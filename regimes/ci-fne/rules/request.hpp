#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <svc/json.hpp>

#include "authority/unfit.hpp"

namespace svc::ci_fne {

using authority::Unfit;

struct SoldLine {
    std::string id; ///< lin_…
    std::string label;
    Decimal quantity;
    std::int64_t net = 0;
    std::int64_t tax = 0;
    std::string taxCategory;
    Decimal taxRate;
};

struct Sold {
    std::string currency;
    std::int64_t balance = 0;
    bool pricesIncludeTax = false;
    std::optional<std::string> method = {}; ///< of the first payment
    std::vector<SoldLine> lines = {};
};

struct Buyer {
    std::string name;
    std::optional<std::string> registrationNumber = {}; ///< NCC of a buyer in Côte d'Ivoire
    std::optional<std::string> country = {};            ///< no value: that of the company
};

/// A line of a credit note.
struct CreditedLine {
    std::string line; ///< lin_…; empty for a part of the total
    Decimal quantity;
    std::int64_t net = 0;
    std::int64_t tax = 0;
};

/// An item as it was certified; `id` is its identifier at the platform.
struct CertifiedItem {
    std::string line; ///< lin_…
    std::string id;
    Decimal quantity; ///< 1 for a line that was certified as one piece
};

/// The request of POST …/sign. `settings`: pointOfSale, establishment, exempt. Throws Unfit.
Json requestOf(const Sold& sale, const std::optional<Buyer>& buyer, const Json& settings);

/// The certified items of the sale, from the platform's answer. Throws Unfit unless there is exactly one item
/// per line.
std::vector<CertifiedItem> itemsOf(const Sold& sale, const Json& answer);

/// The request of POST …/refund for a credit note. Throws Unfit.
Json refundOf(const std::vector<CreditedLine>& note, const Sold& sale,
              const std::vector<CertifiedItem>& items);

} // namespace svc::ci_fne
