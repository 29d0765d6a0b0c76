#pragma once

#include <optional>
#include <string>

#include <svc/database.hpp>

#include "domain/purchase.hpp"

namespace svc::purchases {

/// Which parts of a purchase are read with it, in the same statement.
struct PurchaseParts {
    bool lines = false;
    bool payments = false;
    bool receipts = false;
};

/// The select list of a purchase: columns of `purchase p`, then its parts as JSON (NULL when not asked for).
/// `$1` is the company in every statement that uses it.
std::string purchaseColumns(PurchaseParts parts);

/// The purchase in a row that begins at `column` with purchaseColumns.
Purchase purchaseFrom(const Row& row, std::uint32_t column = 0);

/// One purchase of the company, nothing when it is unknown.
std::optional<Purchase> findPurchase(Database& db, const Uuid& company, const Uuid& id, PurchaseParts parts);

/// The same without its parts, locked until the commit: what changes a balance or a quantity starts here.
std::optional<Purchase> lockPurchase(Database& db, const Uuid& company, const Uuid& id);

/// The purchase to which a payment belongs.
std::optional<Uuid> purchaseOfPayment(Database& db, const Uuid& company, const Uuid& paymentId);

} // namespace svc::purchases
