#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"

namespace svc::reports {

/// One open document: what is still owed, in its own currency and in that of the company.
struct OpenDocument {
    std::optional<PartnerId> partner;
    std::string partnerName;
    Currency currency;
    Uuid document; ///< a sale or a purchase
    std::string number;
    std::optional<Date> dueDate; ///< without one it is never late
    std::int64_t balance = 0;
    std::int64_t balanceBase = 0;
};

/// What one partner owes in one currency, by age.
struct Aged {
    std::vector<OpenDocument> documents; ///< by due date, those without one last
    std::int64_t total = 0;
    std::int64_t totalBase = 0;
    std::array<std::int64_t, 5> buckets{}; ///< not due, 1 to 30, 31 to 60, 61 to 90, over 90 days
};

/// Open documents by partner and currency, in their order. `at`: the day that their age is counted at.
std::vector<Aged> agedByPartner(const std::vector<OpenDocument>& open, Date at);

} // namespace svc::reports
