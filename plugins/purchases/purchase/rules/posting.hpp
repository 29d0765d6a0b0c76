#pragma once

#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// One line of a ledger entry, by role. Debit or credit is 0; amounts are in the currency of the company.
struct PostingLine {
    std::string_view role;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
    std::int64_t foreign = 0; ///< the same in the currency of the purchase, below zero on the credit side
    std::string taxCategory;  ///< empty on the supplier's line, and on cost whose tax is not deducted
    Decimal taxRate;
};

/// A part of a line that is received, and what it is worth.
struct ReceivedPart {
    const PurchaseLine* line = nullptr;
    LineShare share;
};

/// The entry of what is received: purchases (or other charges, for services) and deductible tax against the
/// supplier, one line per kind, category and rate. A company that may not deduct tax bears it as cost, one
/// line per kind. Lines of zero are left out; empty when nothing is worth an entry.
std::vector<PostingLine> receiptPosting(const std::vector<ReceivedPart>& parts, bool deductsTax);

} // namespace svc::purchases
