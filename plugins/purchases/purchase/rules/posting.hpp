#pragma once

#include "purchase/rules/purchase.hpp"

namespace svc::purchases {

/// One line of a ledger entry, by role. Debit or credit is 0; amounts are in the currency of the company.
struct PostingLine {
    std::string_view role;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
    std::int64_t foreign = 0; ///< the same in the currency of the purchase, negative on the credit side
    std::string taxCategory;  ///< empty on the supplier's line, and on cost with non-deductible tax
    Decimal taxRate;
};

/// The received part of a line, and its amounts.
struct ReceivedPart {
    const PurchaseLine* line = nullptr;
    LineShare share;
};

/// The entry of a receipt: debits purchases (or other charges, for services) and deductible tax, credits the
/// supplier, with one line per kind, category and rate. A company that may not deduct tax bears it as cost,
/// with one line per kind. Lines of zero are omitted; empty when all amounts are zero.
std::vector<PostingLine> receiptPosting(const std::vector<ReceivedPart>& parts, bool deductsTax);

} // namespace svc::purchases
