#include <svc/error.hpp>

#include "api/goods.hpp"
#include "api/handlers.hpp"
#include "api/stock_lines.hpp"
#include "store/transfers.hpp"

namespace svc::stock {
namespace {

Json transferRecord(const Transfer& transfer, bool withLines) {
    Json record = Json::object({{"id", encodeId("str", transfer.id)},
                                {"status", "completed"},
                                {"fromLocationId", encodeId("loc", transfer.fromLocationId)},
                                {"toLocationId", encodeId("loc", transfer.toLocationId)},
                                {"date", transfer.date},
                                {"note", transfer.note}});
    if (withLines) {
        Json lines = Json::array();
        for (const TransferLine& line : transfer.lines) {
            lines.push(Json::object({{"itemId", encodeId("itm", line.itemId)},
                                     {"quantity", line.quantity},
                                     {"lotNumber", line.lot}}));
        }
        record.add("lines", std::move(lines));
    }
    record.add("createdAt", transfer.createdAt);
    record.add("updatedAt", transfer.updatedAt);
    record.add("version", transfer.version);
    record.add("createdBy", actorJson(transfer.createdByKind, transfer.createdById));
    return record;
}

std::vector<GoodsLine> linesOf(const Json& entries) {
    std::vector<GoodsLine> lines;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        GoodsLine line;
        line.field = linePath(i);
        line.quantity = quantityOf(entries[i], "quantity", line.field);
        if (line.quantity.sign() <= 0) {
            throw fieldInvalid(line.field + ".quantity");
        }
        line.lot = entries[i].optionalText("lotNumber");
        lines.push_back(std::move(line));
    }
    return lines;
}

/// Each line leaves one place and comes to the other at the average cost: the value of the item stays.
std::vector<GoodsLine> bothWays(std::vector<GoodsLine> lines, const Uuid& to) {
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

Response listTransfersRoute(Request& request) {
    TransferFilter filter;
    filter.dates = request.dateRange();
    filter.lines = request.includes("lines");
    filter.oldestFirst = request.query("sort") == "date";
    if (const auto location = request.query("locationId")) {
        filter.locationId = decodeId("loc", *location).value_or(Uuid());
    }
    const TransferPage page = listTransfers(request, filter, request.arrayPage());
    Json records = Json::array();
    for (const Transfer& transfer : page.transfers) {
        records.push(transferRecord(transfer, filter.lines));
    }
    return Response::json(200, records).total(page.total);
}

Response createTransferRoute(Request& request) {
    const Json& body = request.body();
    std::vector<GoodsLine> lines = linesOf(body["lines"]);
    const Location from = locationOf(request, body, "fromLocationId");
    const Location to = locationOf(request, body, "toLocationId");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i].itemId = itemIdOf(body["lines"][i]);
        lines[i].locationId = from.id;
    }
    const ShelfItems items = itemsOf(request, lines);
    checkItems(lines, items);
    if (from.id == to.id) {
        throw ApiError(400, "same-location");
    }
    if (from.archived || to.archived) {
        throw fieldInvalid(from.archived ? "fromLocationId" : "toLocationId");
    }
    Transfer transfer;
    transfer.date = businessDate(request);
    retainStocked(lines, items);

    transfer.id = request.newUuid();
    transfer.fromLocationId = from.id;
    transfer.toLocationId = to.id;
    transfer.note = body.optionalText("note");
    transfer.createdAt = transfer.updatedAt = request.now();
    if (const auto kind = request.actor().kindText()) {
        transfer.createdByKind = std::string(*kind);
    }
    transfer.createdById = request.actor().optionalId();
    for (const GoodsLine& line : lines) {
        transfer.lines.push_back(
            {line.itemId, line.lotTracked ? line.lot : std::nullopt, line.quantity.normalized()});
    }
    const std::string id = encodeId("str", transfer.id);
    GoodsDocument document;
    document.source = {"transfer", "transfer", id, transfer.note};
    document.lines = bothWays(std::move(lines), to.id);
    Shelf shelf = lockStocked(request, document.lines);
    moveGoods(request, shelf, document);
    insertTransfer(request, transfer);
    request.history("stock_transfer", id, "stock_transfer.completed");
    return Response::json(201, transferRecord(transfer, true)).etag(transfer.version);
}

} // namespace svc::stock
