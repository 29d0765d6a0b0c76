#include "api/goods.hpp"

#include <svc/contracts/stock.hpp>

namespace svc::sales {
namespace {

/// The lines that move stock.
std::vector<contracts::GoodsLine> linesOf(const Sale& sale, const std::vector<GoodsQuantity>& goods,
                                          const Uuid& location) {
    std::vector<contracts::GoodsLine> lines;
    for (const GoodsQuantity& one : goods) {
        const SaleLine& line = sale.lines.at(one.line);
        if (!line.stocked || one.quantity.sign() <= 0) {
            continue;
        }
        contracts::GoodsLine entry;
        entry.itemId = encodeId("itm", line.itemId.value());
        entry.quantity = one.quantity;
        entry.locationId = encodeId("loc", location);
        entry.lotNumber = line.lotNumber;
        entry.field = "lines[" + std::to_string(one.line) + ']';
        lines.push_back(std::move(entry));
    }
    return lines;
}

} // namespace

GoodsReason reasonOf(const Sale& sale) {
    return {"sale", encodeId("sal", sale.id), sale.number};
}

void lockGoods(Call& call, const Sale& sale, const std::vector<GoodsQuantity>& goods, const Uuid& location) {
    const std::vector<contracts::GoodsLine> lines = linesOf(sale, goods, location);
    if (!lines.empty() && call.offers("stock.lock")) {
        contracts::lockGoods(call, lines);
    }
}

void moveGoods(Call& call, const Sale& sale, StockMove move, const std::vector<GoodsQuantity>& goods,
               const GoodsReason& reason, Date date, const Uuid& location) {
    contracts::GoodsMove moved;
    moved.documentKind = reason.kind;
    moved.documentId = reason.id;
    moved.documentNumber = reason.number;
    moved.reason = reason.reason;
    moved.date = date;
    moved.businessUnitId = encodeId("bus", sale.businessUnitId);
    moved.emitMovement = reason.emitMovement;
    moved.fromReserved = move == StockMove::IssueReserved;
    moved.lines = linesOf(sale, goods, location);
    if (moved.lines.empty()) {
        return;
    }
    switch (move) {
    case StockMove::Issue:
    case StockMove::IssueReserved:
        contracts::issueGoods(call, moved);
        break;
    case StockMove::Reserve:
        contracts::reserveGoods(call, moved);
        break;
    case StockMove::Release:
        contracts::releaseGoods(call, moved);
        break;
    case StockMove::Return:
        contracts::returnGoods(call, moved);
        break;
    }
}

} // namespace svc::sales
