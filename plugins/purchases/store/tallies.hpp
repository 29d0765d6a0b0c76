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
inline constexpr DocumentTerms PurchaseTerms("purchases", "purchase");
inline constexpr DocumentTerms ExpenseTerms("purchases", "expense");

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
