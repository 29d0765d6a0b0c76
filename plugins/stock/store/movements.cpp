#include "store/movements.hpp"

#include "domain/item.hpp"
#include "store/tallies.hpp"

namespace svc::stock {
namespace {

constexpr std::string_view MovementColumns =
    "SELECT id, at, item_id, location_id, quantity, quantity_after, reason, unit_cost, value, lot_number,"
    " document_kind, document_id, note, created_by_kind, created_by_id";
constexpr std::string_view MovementOrder = " ORDER BY at DESC, sequence DESC, id DESC LIMIT $7 OFFSET $8";

constexpr std::string_view CountByItem =
    "SELECT coalesce(sum(movements), 0)::bigint FROM stock.item_cost WHERE company_id = $1 AND item_id = $2";
// What a period has beyond whole days of UTC.
constexpr std::string_view CountEdge =
    "SELECT count(*) FROM stock.movement WHERE company_id = $1 AND at >= $2 AND at < $3"
    " AND ($4::uuid IS NULL OR location_id = $4) AND ($5::text[] = '{}' OR reason = ANY ($5::text[]))";

std::int64_t talliedMovements(Call& call, const MovementFilter& filter, const ArrayParam& reasons) {
    const DaysOfInstants days = daysOfInstants(filter.range.from, filter.range.before);
    std::int64_t count = 0;
    for (const DaysOfInstants::Edge& edge : days.edges) {
        count += call.db()
                     .query(CountEdge, call.companyId(), edge.first, edge.end, filter.locationId, reasons)[0]
                     .integer(0);
    }
    if (days.anyDay) {
        TallyFilter counted{days.from, days.to, {}};
        if (filter.locationId) {
            counted.by[0] = {filter.locationId->toString()};
        }
        if (!filter.reasons.empty()) {
            counted.by[1] = filter.reasons;
        }
        count += MovementTally.read(call.db(), call.companyId(), counted).documents;
    }
    return count;
}

/// A filter that is absent must still name its parameter, whose type the server would not know otherwise.
std::string conditions(const MovementFilter& filter) {
    std::string sql = " FROM stock.movement WHERE company_id = $1";
    sql += filter.range.from ? " AND at >= $2" : " AND $2::timestamptz IS NULL";
    sql += filter.range.before ? " AND at < $3" : " AND $3::timestamptz IS NULL";
    sql += filter.itemId ? " AND item_id = $4" : " AND $4::uuid IS NULL";
    sql += filter.locationId ? " AND location_id = $5" : " AND $5::uuid IS NULL";
    // One reason as such, not as a list: then the index of the rare ones gives the order too.
    sql += filter.reasons.empty()       ? " AND $6::text[] IS NOT NULL"
           : filter.reasons.size() == 1 ? " AND reason = ($6::text[])[1]"
                                        : " AND reason = ANY ($6::text[])";
    return sql;
}

Json recordOf(const Row& row) {
    Movement movement;
    movement.id = row.uuid(0);
    movement.at = row.instant(1);
    movement.itemId = row.uuid(2);
    movement.locationId = row.uuid(3);
    movement.quantity = row.decimal(4);
    movement.quantityAfter = row.decimal(5);
    movement.unitCost = row.decimal(7);
    movement.value = row.integer(8);
    if (const auto lot = row.optionalText(9)) {
        movement.lot = std::string(*lot);
    }
    MovementSource source{std::string(row.text(6)), std::string(row.text(10)), std::string(row.text(11)), {}};
    if (const auto note = row.optionalText(12)) {
        source.note = std::string(*note);
    }
    return movementRecord(movement, source, actorJson(row.optionalText(13), row.optionalUuid(14)));
}

} // namespace

MovementPage listMovements(Call& call, const MovementFilter& filter, const ArrayPage& page) {
    ArrayParam reasons;
    for (const std::string& reason : filter.reasons) {
        reasons.add(reason);
    }
    const std::string where = conditions(filter);
    const auto run = [&](const std::string& sql, auto... bounds) {
        return call.db().query(sql, call.companyId(), filter.range.from, filter.range.before, filter.itemId,
                               filter.locationId, reasons, bounds...);
    };
    MovementPage result;
    const auto readRows = [&](std::int64_t limit) {
        for (const Row row :
             run(std::string(MovementColumns) + where + std::string(MovementOrder), limit, page.offset)) {
            result.records.push(recordOf(row));
        }
    };
    if (!filter.itemId && filter.locationId && !filter.reasons.empty()) {
        result.total = talliedMovements(call, filter, reasons);
        readRows(rowsLeft(result.total, page.offset, page.limit));
        return result;
    }
    readRows(page.limit);
    const auto read = static_cast<std::int64_t>(result.records.size());
    const bool last = read < page.limit && (read > 0 || page.offset == 0);
    if (last) {
        result.total = page.offset + read;
    } else if (!filter.itemId) {
        result.total = talliedMovements(call, filter, reasons);
    } else if (!filter.range.from && !filter.range.before && !filter.locationId && filter.reasons.empty()) {
        // Each item keeps the number of its movements.
        result.total = call.db().query(CountByItem, call.companyId(), filter.itemId)[0].integer(0);
    } else {
        result.total = run("SELECT count(*)" + where)[0].integer(0);
    }
    return result;
}

Json movementRecord(const Movement& movement, const MovementSource& source, Json actor) {
    Json record = Json::object();
    record.add("id", encodeId("mov", movement.id));
    record.add("at", movement.at);
    record.add("itemId", encodeId("itm", movement.itemId));
    record.add("locationId", encodeId("loc", movement.locationId));
    record.add("quantity", movement.quantity);
    record.add("quantityAfter", movement.quantityAfter);
    record.add("reason", source.reason);
    record.add("unitCost", shownCost(movement.unitCost));
    record.add("value", movement.value);
    record.add("lotNumber", movement.lot);
    record.add("documentKind", source.documentKind);
    record.add("documentId", source.documentId);
    record.add("note", source.note);
    record.add("actor", std::move(actor));
    return record;
}

} // namespace svc::stock
