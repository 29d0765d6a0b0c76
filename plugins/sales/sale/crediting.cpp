#include "sale/crediting.hpp"

#include "sale/parties.hpp"
#include "sale/rules/goods_back.hpp"
#include "sale/rules/posting.hpp"
#include "sale/rules/states.hpp"
#include "trade/business_unit.hpp"

namespace svc::sales {

Date followingDate(Call& call, const Sale& sale, const std::optional<Date>& given) {
    const Date date = call.businessDate(given);
    if (date < sale.date) {
        throw fieldInvalid("date");
    }
    return date;
}

BookDocument bookDocument(const CreditNote& note) {
    return {"credit_note", note.id.toString(), note.number, note.date};
}

bool creditSale(Call& call, Sale& sale, const CreditNote& note, const Credit& credit, bool restock,
                const GoodsReason& goods) {
    const std::vector<GoodsBack> back = goodsBack(sale, credit, restock);
    std::vector<GoodsQuantity> toShelf;
    std::vector<GoodsQuantity> released;
    for (const GoodsBack& one : back) {
        toShelf.push_back({one.line, one.toShelf});
        released.push_back({one.line, one.released});
    }
    applyCredit(sale, credit);
    applyGoodsBack(sale, back);
    sale.deliveryStatus = deliveryStatusOf(sale.lines);

    std::vector<std::size_t> changed;
    for (const LineCredit& line : credit.lines) {
        changed.push_back(line.line);
    }
    updateLines(call, sale, changed);
    // The credit note names the buyer of the sale, and the current data of the seller.
    const auto unit = trade::findBusinessUnit(call, sale.businessUnitId);
    insertCreditNote(call, sale, note, credit, partiesOf(call, unit ? unit->name : std::string(), nullptr));
    postEntry(call, sale, creditPosting(sale, credit), bookDocument(note));
    if (!sale.locationId) {
        return false;
    }
    moveGoods(call, sale, StockMove::Release, released, goods, note.date, *sale.locationId);
    return returnGoods(call, sale, toShelf, goods, note.date, *sale.locationId);
}

} // namespace svc::sales
