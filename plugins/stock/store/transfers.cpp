#include "store/transfers.hpp"

#include "store/tallies.hpp"

namespace svc::stock {
namespace {

constexpr std::string_view TransferColumns =
    "SELECT t.id, t.from_location_id, t.to_location_id, t.date, t.note, t.version, t.created_at, "
    "t.updated_at,"
    " t.created_by_kind, t.created_by_id, CASE WHEN $5::boolean THEN (SELECT"
    " json_agg(json_build_array(l.item_id, l.lot_number, l.quantity) ORDER BY l.position)"
    " FROM stock.transfer_line l WHERE l.company_id = $1 AND l.transfer_id = t.id) END FROM ";

/// The statement of a page. A location is looked for on each side by its own index, and the two pages are
/// merged: an OR of both sides would read all transfers of the place.
std::string pageOf(const TransferFilter& filter) {
    const std::string order =
        filter.oldestFirst ? " ORDER BY t.date, t.id" : " ORDER BY t.date DESC, t.id DESC";
    const auto side = [&](std::string_view condition) {
        return "(SELECT t.* FROM stock.transfer t WHERE t.company_id = $1"
               " AND ($2::date IS NULL OR t.date >= $2) AND ($3::date IS NULL OR t.date <= $3)" +
               std::string(condition) + order + " LIMIT $6::bigint + $7::bigint)";
    };
    const std::string rows = filter.locationId ? '(' + side(" AND t.from_location_id = $4") + " UNION ALL " +
                                                     side(" AND t.to_location_id = $4") + ')'
                                               : side(" AND $4::uuid IS NULL");
    return std::string(TransferColumns) + rows + " t" + order + " LIMIT $6::bigint OFFSET $7::bigint";
}

std::int64_t countTransfers(Call& call, const TransferFilter& filter) {
    TallyFilter counted{filter.dates.from, filter.dates.to, {}};
    if (!filter.locationId) {
        return TransferTally.read(call.db(), call.companyId(), counted).documents;
    }
    // The two sides differ, so that none is counted twice.
    TallyFilter other = counted;
    counted.by[0] = {filter.locationId->toString()};
    other.by[1] = {filter.locationId->toString()};
    return TransferTally.read(call.db(), call.companyId(), counted).documents +
           TransferTally.read(call.db(), call.companyId(), other).documents;
}

constexpr std::string_view InsertTransfer =
    "INSERT INTO stock.transfer (company_id, id, from_location_id, to_location_id, date, note, created_at,"
    " updated_at, created_by_kind, created_by_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)";
constexpr std::string_view InsertTransferLines =
    "INSERT INTO stock.transfer_line (company_id, transfer_id, position, item_id, lot_number, quantity)"
    " SELECT $1::uuid, $2::uuid, w.position, w.item_id, w.lot_number, w.quantity"
    " FROM unnest($3::uuid[], $4::text[], $5::numeric[]) WITH ORDINALITY"
    " AS w (item_id, lot_number, quantity, position)";

Transfer transferOf(const Row& row) {
    constexpr std::uint32_t LinesColumn = 10;
    Transfer transfer;
    transfer.id = row.uuid(0);
    transfer.fromLocationId = row.uuid(1);
    transfer.toLocationId = row.uuid(2);
    transfer.date = row.date(3);
    if (const auto note = row.optionalText(4)) {
        transfer.note = std::string(*note);
    }
    transfer.version = row.integer(5);
    transfer.createdAt = row.instant(6);
    transfer.updatedAt = row.instant(7);
    if (const auto kind = row.optionalText(8)) {
        transfer.createdByKind = std::string(*kind);
    }
    transfer.createdById = row.optionalUuid(9);
    const Json lines = row.isNull(LinesColumn) ? Json::array() : row.json(LinesColumn);
    for (const Json& line : lines.items()) {
        const std::optional<std::string> lot =
            line[1].isNull() ? std::nullopt : std::optional(line[1].text());
        transfer.lines.push_back({Uuid::parse(line[0].text()).value(), lot, line[2].decimal().normalized()});
    }
    return transfer;
}

} // namespace

TransferPage listTransfers(Call& call, const TransferFilter& filter, const ArrayPage& page) {
    TransferPage result;
    const Rows rows = call.db().query(pageOf(filter), call.companyId(), filter.dates.from, filter.dates.to,
                                      filter.locationId, filter.lines, page.limit, page.offset);
    for (const Row row : rows) {
        result.transfers.push_back(transferOf(row));
    }
    const auto read = static_cast<std::int64_t>(rows.size());
    const bool last = read < page.limit && (read > 0 || page.offset == 0);
    result.total = last ? page.offset + read : countTransfers(call, filter);
    return result;
}

void insertTransfer(Call& call, const Transfer& transfer) {
    TallyRow counted;
    counted.date = transfer.date;
    counted.by = {transfer.fromLocationId.toString(), transfer.toLocationId.toString(), "", "", ""};
    TransferTally.add(call, counted);
    call.db().send(InsertTransfer, call.companyId(), transfer.id, transfer.fromLocationId,
                   transfer.toLocationId, transfer.date, transfer.note, transfer.createdAt,
                   transfer.createdByKind, transfer.createdById);
    ArrayParam items, lots, quantities;
    for (const TransferLine& line : transfer.lines) {
        items.add(line.itemId);
        lots.add(line.lot);
        quantities.add(line.quantity);
    }
    call.db().send(InsertTransferLines, call.companyId(), transfer.id, items, lots, quantities);
}

} // namespace svc::stock
