#include "sale/rules/goods_back.hpp"

#include <algorithm>

namespace svc::sales {

std::vector<GoodsBack> goodsBack(const Sale& sale, const Credit& credit, bool restock) {
    std::vector<GoodsBack> goods;
    for (const LineCredit& one : credit.lines) {
        const SaleLine& line = sale.lines[one.line];
        if (one.quantity.sign() <= 0) {
            continue;
        }
        GoodsBack back;
        back.line = one.line;
        if (restock) {
            back.returned = std::min(one.quantity, line.quantityDelivered - line.quantityReturned);
            back.cancelled = one.quantity - back.returned;
        } else {
            back.cancelled = one.quantity;
        }
        back.cancelled = std::min(back.cancelled, line.remaining());
        if (line.stocked && sale.stockMode == StockMode::Reserved) {
            back.toShelf = back.returned;
            back.released = back.cancelled;
        } else if (line.stocked && restock) {
            back.toShelf = one.quantity;
        }
        goods.push_back(std::move(back));
    }
    return goods;
}

void applyGoodsBack(Sale& sale, const std::vector<GoodsBack>& goods) {
    for (const GoodsBack& back : goods) {
        SaleLine& line = sale.lines[back.line];
        line.quantityReturned = line.quantityReturned + back.returned;
        line.quantityCancelled = line.quantityCancelled + back.cancelled;
    }
}

} // namespace svc::sales
