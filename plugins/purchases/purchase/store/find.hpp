#pragma once

#include "bindings.hpp"
#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// Which parts of a purchase are read with it, in the same statement, and shown.
struct PurchaseParts {
    bool lines = false;
    bool payments = false;
    bool receipts = false;
};
inline constexpr PurchaseParts WholePurchase{.lines = true, .payments = true, .receipts = true};

/// The select list of a purchase: columns of `purchases.purchase r`, then its parts (NULL when not asked
/// for). `$1` is the company in every statement that uses it.
std::string purchaseColumns(PurchaseParts parts);

/// The purchase in a row that begins at `column` with purchaseColumns.
Purchase purchaseFrom(const Row& row, std::uint32_t column = 0);

/// One purchase of the company, nothing when it is unknown.
std::optional<Purchase> findPurchase(Call& call, PurchaseId id, PurchaseParts parts);

/// The same without its parts, locked until the commit: every change of a balance or quantity starts here.
/// Unknown: 404 purchase-not-found.
Purchase lockPurchase(Call& call, PurchaseId id);

/// The purchase to which a payment belongs.
std::optional<PurchaseId> purchaseOfPayment(Call& call, PaymentId paymentId);

} // namespace svc::purchases
