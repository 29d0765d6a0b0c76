#include "shelf/store/low_spans.hpp"

namespace svc::stock {
namespace {

constexpr std::string_view SetLow = "UPDATE stock.item SET low = $3, was_low = was_low OR $3"
                                    " WHERE company_id = $1 AND id = $2 AND low <> $3";

// Spans never begin before the end of the previous one: the instants are those of calls, and a call may have
// waited for a later one.
constexpr std::string_view BeginLow =
    "INSERT INTO stock.low_span (company_id, item_id, since) SELECT $1::uuid, $2::uuid,"
    " greatest($3::timestamptz, (SELECT max(until) FROM stock.low_span WHERE company_id = $1 AND item_id = "
    "$2)) ON CONFLICT (company_id, item_id, since) DO UPDATE SET until = 'infinity'";
constexpr std::string_view EndLow = "UPDATE stock.low_span SET until = greatest($3, since)"
                                    " WHERE company_id = $1 AND item_id = $2 AND until = 'infinity'";

} // namespace

void beginLow(Call& call, ItemId item, Instant at) {
    call.db().send(BeginLow, call.companyId(), item, at);
}

void setLow(Call& call, ItemId item, bool low, Instant at) {
    call.db().send(SetLow, call.companyId(), item, low);
    if (low) {
        beginLow(call, item, at);
    } else {
        call.db().send(EndLow, call.companyId(), item, at);
    }
}

void markLow(Call& call, const Shelf& shelf) {
    for (const ShelfItem& item : shelf.items()) {
        const auto below = [&](const Decimal& quantity) {
            return item.trackStock && item.alertThreshold && quantity < *item.alertThreshold;
        };
        const bool low = below(item.valuation.quantity());
        if (below(item.quantityBefore) != low) {
            setLow(call, item.id, low, item.movedAt.value_or(call.now()));
        }
    }
}

} // namespace svc::stock
