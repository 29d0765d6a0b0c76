#include "sale/goods.hpp"

namespace svc::sales {
namespace {

/// The lines that move stock.
std::vector<calls::stock::MovedLine> movedLines(const Sale& sale, const std::vector<GoodsQuantity>& goods,
                                                LocationId location) {
    std::vector<calls::stock::MovedLine> lines;
    for (const GoodsQuantity& one : goods) {
        const SaleLine& line = sale.lines.at(one.line);
        if (line.stocked && one.quantity.sign() > 0) {
            lines.push_back({.field = "lines[" + std::to_string(one.line) + ']',
                             .itemId = line.itemId.value(),
                             .locationId = location,
                             .quantity = one.quantity,
                             .lotNumber = line.lotNumber});
        }
    }
    return lines;
}

calls::stock::GoodsMove goodsMoveOf(const Sale& sale, const std::vector<GoodsQuantity>& goods,
                                    const GoodsReason& reason, Date date, LocationId location) {
    return {.documentKind = std::string(reason.kind),
            .documentId = reason.id,
            .documentNumber = reason.number,
            .reason = reason.reason,
            .date = date,
            .businessUnitId = sale.businessUnitId,
            .emitMovement = reason.emitMovement,
            .lines = movedLines(sale, goods, location)};
}

} // namespace

GoodsReason reasonOf(const Sale& sale) {
    return {"sale", sale.id.toString(), sale.number};
}

void lockGoods(Call& call, const Sale& sale, const std::vector<GoodsQuantity>& goods, LocationId location) {
    const calls::stock::LockInput input{.lines = movedLines(sale, goods, location)};
    if (!input.lines.empty() && calls::stock::offersLock(call)) {
        calls::stock::lock(call, input);
    }
}

void moveGoods(Call& call, const Sale& sale, StockMove move, const std::vector<GoodsQuantity>& goods,
               const GoodsReason& reason, Date date, LocationId location) {
    calls::stock::GoodsMove moved = goodsMoveOf(sale, goods, reason, date, location);
    moved.fromReserved = move == StockMove::IssueReserved;
    if (moved.lines.empty()) {
        return;
    }
    switch (move) {
    case StockMove::Issue:
    case StockMove::IssueReserved:
        calls::stock::issue(call, moved);
        break;
    case StockMove::Reserve:
        calls::stock::reserve(call, moved);
        break;
    case StockMove::Release:
        calls::stock::release(call, moved);
        break;
    }
}

bool returnGoods(Call& call, const Sale& sale, const std::vector<GoodsQuantity>& goods,
                 const GoodsReason& reason, Date date, LocationId location) {
    const calls::stock::GoodsMove back = goodsMoveOf(sale, goods, reason, date, location);
    return !back.lines.empty() && !calls::stock::return_(call, back).movements.empty();
}

} // namespace svc::sales
