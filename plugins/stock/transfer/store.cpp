#include "transfer/store.hpp"

#include <svc/list_search.hpp>

#include "document/inner_lines.hpp"
#include "transfer/columns.hpp"

namespace svc::stock {
namespace {

constexpr std::string_view InsertTransferLines =
    "INSERT INTO stock.transfer_line (company_id, transfer_id, position, item_id, lot_number, quantity)"
    " SELECT $1::uuid, $2::uuid, w.position, w.item_id, w.lot_number, w.quantity"
    " FROM unnest($3::uuid[], $4::text[], $5::numeric[]) WITH ORDINALITY"
    " AS w (item_id, lot_number, quantity, position)";

/// Reads the columns of Transfers, the first of which is at `at`, and the lines.
Transfer transferOf(const Row& row, std::uint32_t at) {
    Transfer transfer = Transfers.read(row, at);
    transfer.status = api::TransferStatus::Completed;
    transfer.lines = linesAt(TransferLines, row, at + Transfers.width());
    return transfer;
}

} // namespace

TransferPage listTransfers(Call& call, const api::ListStockTransfersParameters& parameters) {
    ListRequest list = lists::transfer(call, parameters);
    std::string sides;
    if (parameters.locationId) {
        // Reads each side in the order of its own index and merges both: an OR would read all transfers of
        // the location. The limit, which no page and no count exceeds, lets the server see that the sides
        // come in order. Source and destination always differ, so no transfer comes twice.
        const std::string place = list.params.place(*parameters.locationId);
        const std::string most = list.params.place(ListMost + 1 + list.offset + list.limit) + "::bigint";
        const auto side = [&](const std::string& column) {
            return "(SELECT * FROM stock.transfer r WHERE r.company_id = $1 AND r." + column + " = " + place +
                   list.where + std::string(list.order) + " LIMIT " + most + ')';
        };
        sides = '(' + side("from_location_id") + " UNION ALL " + side("to_location_id") + ')';
        list.table = sides;
    }
    TransferPage result;
    const std::string columns =
        Transfers.select("r") + ", " +
        (parameters.include ? linesColumn(TransferLines, "stock.transfer_line", "transfer_id = r.id")
                            : "NULL");
    result.total = readList(call, list, columns, [&](const Row& row, std::uint32_t column) {
                       result.transfers.push_back(transferOf(row, column));
                   }).count;
    return result;
}

void insertTransfer(Call& call, const Transfer& transfer) {
    Transfers.insert(call, {transfer});
    ArrayParam items, lots, quantities;
    for (const api::StockTransferLine& line : transfer.lines) {
        items.add(line.itemId);
        lots.add(line.lotNumber);
        quantities.add(line.quantity);
    }
    call.db().send(InsertTransferLines, call.companyId(), transfer.id, items, lots, quantities);
}

} // namespace svc::stock
