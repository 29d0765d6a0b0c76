#include "transfer/store.hpp"

namespace svc::stock {
namespace {

api::StockTransferRow rowOf(const Transfer& transfer, bool withLines) {
    return {.id = transfer.id,
            .status = transfer.status,
            .fromLocationId = transfer.fromLocationId,
            .toLocationId = transfer.toLocationId,
            .date = transfer.date,
            .note = transfer.note,
            .lines = withLines ? std::optional(transfer.lines) : std::nullopt,
            .createdAt = transfer.createdAt,
            .updatedAt = transfer.updatedAt,
            .version = transfer.version,
            .createdBy = transfer.createdBy};
}

} // namespace

Answer<200, std::vector<api::StockTransferRow>>
listStockTransfers(Request& request, const api::ListStockTransfersParameters& parameters) {
    const bool withLines = parameters.include.has_value();
    const TransferPage page = listTransfers(request, parameters);
    std::vector<api::StockTransferRow> rows;
    for (const Transfer& transfer : page.transfers) {
        rows.push_back(rowOf(transfer, withLines));
    }
    return Answer<200, std::vector<api::StockTransferRow>>(rows).total(page.total);
}

} // namespace svc::stock
