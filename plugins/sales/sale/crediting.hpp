#pragma once

#include <optional>

#include "sale/books.hpp"
#include "sale/goods.hpp"
#include "sale/rules/credit.hpp"
#include "sale/store/credit_writes.hpp"

namespace svc::sales {

/// The business date of an operation on an existing sale: that of the request, else today; not before the
/// sale, not locked, not in the future.
Date followingDate(Call& call, const Sale& sale, const std::optional<Date>& given);

/// A credit note as ledger entries and stock movements refer to it.
BookDocument bookDocument(const CreditNote& note);

/// Credits the sale in its amounts and counts: moves its goods, queues the credit note and the changed lines,
/// and posts the note. The caller writes the head of the sale, days, balances and events. Returns whether
/// goods were put back into stock.
bool creditSale(Call& call, Sale& sale, const CreditNote& note, const Credit& credit, bool restock,
                const GoodsReason& goods);

} // namespace svc::sales
