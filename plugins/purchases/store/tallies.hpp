#pragma once

#include <string>
#include <vector>

#include <svc/call.hpp>
#include <svc/document_terms.hpp>
#include <svc/tally.hpp>

#include "domain/purchase.hpp"

namespace svc::purchases {

// What the lists count by, and the words by which their records are found: see migration 0002.
inline constexpr ListTally PurchaseTally("purchases", "purchase");
inline constexpr ListTally DueTally("purchases", "due");
inline constexpr ListTally ExpenseTally("purchases", "expense");
/// Cancelled purchases are in the sums with nothing, as in the totals of a page.
inline constexpr DocumentTerms
    PurchaseTerms("purchases", "purchase",
                  {"purchases.purchase",
                   "d.date",
                   "d.business_unit_id::text, d.status, d.receipt_status, d.payment_status",
                   {"CASE WHEN d.status = 'cancelled' THEN 0 ELSE d.subtotal_base END",
                    "CASE WHEN d.status = 'cancelled' THEN 0 ELSE d.tax_base END",
                    "CASE WHEN d.status = 'cancelled' THEN 0 ELSE d.total_base END",
                    "CASE WHEN d.status = 'cancelled' THEN 0 ELSE d.paid_base END"}});
/// What is said of an expense here never changes.
inline constexpr DocumentTerms ExpenseTerms("purchases", "expense",
                                            {"purchases.expense", "d.date", "d.category, d.wallet_id::text"});

/// How a purchase is counted as it is now. Taken before and after a change.
struct Counted {
    TallyRow row;
    TallyRow due; ///< of no documents when nothing is due
};
Counted counted(const Purchase& purchase);

void countNew(Call& call, const Purchase& purchase);
void recount(Call& call, const Counted& before, const Purchase& purchase);

/// Words of the parts of a purchase that never change.
std::vector<std::string> wordsOf(const Purchase& purchase);
/// Words of those that may be changed.
std::vector<std::string> editableWords(const Purchase& purchase);

} // namespace svc::purchases
