#pragma once

#include <optional>

#include "sale/books.hpp"
#include "sale/goods.hpp"
#include "sale/rules/credit.hpp"
#include "sale/store/credit_writes.hpp"

namespace svc::sales {

/// The business date of what follows a sale: that of the body, else today; not before the sale, not locked,
/// not in the future.
Date followingDate(Call& call, const Sale& sale, const std::optional<Date>& given);

/// A credit note as the books and the movements of goods name it.
BookDocument bookDocument(const CreditNote& note);

/// Credits the sale, in its amounts and counts: moves its goods, queues the note and the changed lines, and
/// posts the note. The head of the sale, days, balances and events are the caller's. Tells whether goods were
/// put back into stock.
bool creditSale(Call& call, Sale& sale, const CreditNote& note, const Credit& credit, bool restock,
                const GoodsReason& goods);

} // namespace svc::sales
