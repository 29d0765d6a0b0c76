#include "store/transfers.hpp"

#include <svc/list_search.hpp>

namespace svc::stock {
namespace {

constexpr const char* TransferColumns =
    "t.id, t.from_location_id, t.to_location_id, t.date, t.note, t.version, t.created_at, t.updated_at,"
    " t.created_by_kind, t.created_by_id, ";
constexpr const char* TransferLines =
    "(SELECT json_agg(json_build_array(l.item_id, l.lot_number, l.quantity) ORDER BY l.position)"
    " FROM stock.transfer_line l WHERE l.company_id = $1 AND l.transfer_id = t.id)";

constexpr std::string_view InsertTransfer =
    "INSERT INTO stock.transfer (company_id, id, from_location_id, to_location_id, date, note, created_at,"
    " updated_at, created_by_kind, created_by_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)";
constexpr std::string_view InsertTransferLines =
    "INSERT INTO stock.transfer_line (company_id, transfer_id, position, item_id, lot_number, quantity)"
    " SELECT $1::uuid, $2::uuid, w.position, w.item_id, w.lot_number, w.quantity"
    " FROM unnest($3::uuid[], $4::text[], $5::numeric[]) WITH ORDINALITY"
    " AS w (item_id, lot_number, quantity, position)";

/// Reads TransferColumns, the first of which is at `at`, and the lines.
Transfer transferOf(const Row& row, std::uint32_t at) {
    Transfer transfer;
    transfer.id = row.uuid(at++);
    transfer.fromLocationId = row.uuid(at++);
    transfer.toLocationId = row.uuid(at++);
    transfer.date = row.date(at++);
    if (const auto note = row.optionalText(at++)) {
        transfer.note = std::string(*note);
    }
    transfer.version = row.integer(at++);
    transfer.createdAt = row.instant(at++);
    transfer.updatedAt = row.instant(at++);
    if (const auto kind = row.optionalText(at++)) {
        transfer.createdByKind = std::string(*kind);
    }
    transfer.createdById = row.optionalUuid(at++);
    const Json lines = row.isNull(at) ? Json::array() : row.json(at);
    for (const Json& line : lines.items()) {
        const std::optional<std::string> lot =
            line[1].isNull() ? std::nullopt : std::optional(line[1].text());
        transfer.lines.push_back({Uuid::parse(line[0].text()).value(), lot, line[2].decimal().normalized()});
    }
    return transfer;
}

} // namespace

TransferPage listTransfers(Call& call, const TransferFilter& filter, const ArrayPage& page) {
    ListRequest request{{}, "stock.transfer", "t", ListParams(call.companyId())};
    ListParams& params = request.params;
    request.where = params.bound("t.date >=", filter.dates.from) + params.bound("t.date <=", filter.dates.to);
    std::string sides;
    if (filter.locationId) {
        // Each side is in the order of its own index, and both are merged: an OR of both would read all
        // transfers of the place. They differ, so that no transfer comes twice.
        const std::string place = params.place(*filter.locationId);
        sides =
            "(SELECT * FROM stock.transfer WHERE company_id = $1 AND from_location_id = " + place +
            " UNION ALL SELECT * FROM stock.transfer WHERE company_id = $1 AND to_location_id = " + place +
            ')';
        request.table = sides;
    }
    request.order = filter.oldestFirst ? " ORDER BY t.date, t.id" : " ORDER BY t.date DESC, t.id DESC";
    request.limit = page.limit;
    request.offset = page.offset;
    TransferPage result;
    const std::string columns = std::string(TransferColumns) + (filter.lines ? TransferLines : "NULL");
    result.total = readList(call, request, columns, [&](const Row& row, std::uint32_t column) {
                       result.transfers.push_back(transferOf(row, column));
                   }).count;
    return result;
}

void insertTransfer(Call& call, const Transfer& transfer) {
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
