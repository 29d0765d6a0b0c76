#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/json.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// An offer to a customer: the content of a sale that has not happened yet, and what became of it.
struct Quote {
    Sale content; ///< identifier, number, partner, dates, lines and amounts; payments and deliveries stay
                  ///< empty
    std::vector<Decimal> converted; ///< per line, what sales have taken over
    std::string status = "open";
    Date validUntil;
    std::optional<Instant> sentAt;
    std::optional<Instant> acceptedAt;
    std::optional<std::string> acceptedBy; ///< customer, company or signature
    std::optional<std::string> acceptedName;
    std::optional<std::string> acceptanceNote;
    std::optional<Instant> declinedAt;
    std::optional<std::string> declinedBy; ///< customer or company
    std::optional<std::string> declinedName;
    std::optional<std::string> declinedReason;
    std::optional<Instant> cancelledAt;
    std::optional<std::string> cancelReason;
    Json signature;             ///< null, or { provider, signedAt, signers, documentSha256 }
    std::optional<Uuid> saleId; ///< of the latest conversion

    /// What of a line can still become a sale; has the sign of its quantity.
    Decimal remaining(std::size_t line) const { return content.lines[line].quantity - converted[line]; }
};

} // namespace svc::sales
