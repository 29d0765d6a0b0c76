#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <records.hpp>

namespace svc::reports {

/// An open document: the outstanding amount, in its own currency and in that of the company.
struct OpenDocument {
    std::optional<PartnerId> partner;
    std::string partnerName;
    Currency currency;
    Uuid document; ///< a sale or a purchase
    std::string number;
    std::optional<Date> dueDate; ///< without one it is never overdue
    std::int64_t balance = 0;
    std::int64_t balanceBase = 0;
};

/// The open amount of one partner in one currency, by age.
struct Aged {
    std::vector<OpenDocument> documents; ///< by due date, those without one last
    std::int64_t total = 0;
    std::int64_t totalBase = 0;
    std::array<std::int64_t, 5> buckets{}; ///< not due, 1 to 30, 31 to 60, 61 to 90, over 90 days
};

/// Groups open documents by partner and currency, keeping their order. `at`: the day as of which their age is
/// counted.
std::vector<Aged> agedByPartner(const std::vector<OpenDocument>& open, Date at);

} // namespace svc::reports
