#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sale/rules/credit.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// One line of a ledger entry, by role. Debit or credit is 0; amounts are in the currency of the company.
struct PostingLine {
    std::string_view role;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
    std::int64_t foreign = 0; ///< the same in the currency of the sale, negative on the credit side
    std::string taxCategory;  ///< empty on the customer's line
    Decimal taxRate;
};

/// The entry of a sale: debits the customer, credits sales and collected tax, with one line per kind (goods
/// or services), category and rate. All sales have this shape, including walk-in sales. Lines of zero are
/// omitted; empty when all amounts are zero.
std::vector<PostingLine> salePosting(const Sale& sale);

/// The entry of a credit note: the same accounts with sides swapped.
std::vector<PostingLine> creditPosting(const Sale& sale, const Credit& credit);

} // namespace svc::sales
