#include "shelf/store/lots.hpp"

namespace svc::stock {
namespace {

constexpr std::string_view UpsertLots = R"(
INSERT INTO stock.lot (company_id, item_id, lot_number, expires_on)
SELECT DISTINCT ON (w.item_id, w.lot_number) $1::uuid, w.item_id, w.lot_number, w.expires_on
FROM unnest($2::uuid[], $3::text[], $4::date[]) AS w (item_id, lot_number, expires_on)
ORDER BY w.item_id, w.lot_number, w.expires_on DESC
ON CONFLICT (company_id, item_id, lot_number) DO UPDATE SET expires_on = excluded.expires_on)";

} // namespace

void saveExpiries(Call& call, const std::vector<GoodsLine>& lines) {
    ArrayParam items, lots, dates;
    bool any = false;
    for (const GoodsLine& line : lines) {
        if (line.incoming && line.lotTracked && line.lot && line.expiresOn) {
            any = true;
            items.add(line.itemId);
            lots.add(*line.lot);
            dates.add(*line.expiresOn);
        }
    }
    if (any) {
        call.db().send(UpsertLots, call.companyId(), items, lots, dates);
    }
}

} // namespace svc::stock
