#include "store/adjustments.hpp"

namespace svc::stock {
namespace {

constexpr std::string_view InsertAdjustment =
    "INSERT INTO stock.adjustment (company_id, id, location_id, reason, date, note, created_at, updated_at,"
    " created_by_kind, created_by_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)";

} // namespace

void insertAdjustment(Call& call, const Adjustment& adjustment) {
    call.db().send(InsertAdjustment, call.companyId(), adjustment.id, adjustment.locationId,
                   adjustment.reason, adjustment.date, adjustment.note, call.now(), call.actor().kindText(),
                   call.actor().optionalId());
}

} // namespace svc::stock
