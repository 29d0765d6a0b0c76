#include "document/lines.hpp"
#include "document/records.hpp"
#include "transfer/store.hpp"

namespace svc::stock {
namespace {

std::vector<GoodsLine> transferLines(const std::vector<api::StockTransferCreateLinesItem>& entries) {
    std::vector<GoodsLine> lines;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        GoodsLine line;
        line.field = linePath(i);
        line.quantity = entries[i].quantity;
        checkDecimals(line.quantity, line.field + ".quantity");
        if (line.quantity.sign() <= 0) {
            throw fieldInvalid(line.field + ".quantity");
        }
        line.lot = entries[i].lotNumber;
        lines.push_back(std::move(line));
    }
    return lines;
}

/// Each line leaves one location and enters the other at the average cost, so the value of the item does not
/// change.
std::vector<GoodsLine> bothWays(std::vector<GoodsLine> lines, LocationId to) {
    const std::size_t count = lines.size();
    for (std::size_t i = 0; i < count; ++i) {
        GoodsLine coming = lines[i];
        coming.locationId = to;
        coming.incoming = true;
        lines.push_back(std::move(coming));
    }
    return lines;
}

} // namespace

Answer<201, api::StockTransfer> createStockTransfer(Request& request, const api::StockTransferCreate& body) {
    std::vector<GoodsLine> lines = transferLines(body.lines);
    const Location from = locationOf(request, body.fromLocationId);
    const Location to = locationOf(request, body.toLocationId);
    nameItems(request, body.lines, from.id, lines);
    const ShelfItems items = lockedItemsOf(request, lines);
    checkItems(lines, items);
    if (from.id == to.id) {
        throw ApiError(400, "same-location");
    }
    if (from.archived || to.archived) {
        throw fieldInvalid(from.archived ? "fromLocationId" : "toLocationId");
    }
    Transfer transfer{.status = api::TransferStatus::Completed,
                      .fromLocationId = from.id,
                      .toLocationId = to.id,
                      .date = request.businessDate(body.date),
                      .note = body.note};
    retainStocked(lines, items);
    beginRecord(request, transfer);
    for (const GoodsLine& line : lines) {
        transfer.lines.push_back({.itemId = line.itemId,
                                  .quantity = line.quantity,
                                  .lotNumber = line.lotTracked ? line.lot : std::nullopt});
    }
    GoodsDocument document;
    document.source = {api::MovementReason::Transfer, "transfer", transfer.id.toString(), transfer.note};
    document.lines = bothWays(std::move(lines), to.id);
    Shelf shelf = lockStocked(request, document.lines);
    moveGoods(request, shelf, document);
    insertTransfer(request, transfer);
    request.history("stock_transfer", transfer.id.toString(), "stock_transfer.completed");
    return Answer<201, api::StockTransfer>(transfer).etag(transfer.version);
}

} // namespace svc::stock
