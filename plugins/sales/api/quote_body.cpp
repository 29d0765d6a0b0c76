#include "api/quote_body.hpp"

#include <svc/money.hpp>

#include "domain/quote_parts.hpp"

namespace svc::sales {
namespace {

Json lineBody(const Quote& quote, std::size_t index, const Decimal& quantity) {
    const SaleLine& line = quote.content.lines[index];
    const Currency currency = quote.content.currency;
    Json body = Json::object({{"label", line.label},
                              {"description", line.description},
                              {"quantity", quantity},
                              {"unit", line.unit},
                              {"unitPrice", line.unitPrice.shifted(-currency.digits()).normalized()},
                              {"discountPercent", line.discountPercent},
                              {"service", line.service},
                              {"taxCategory", line.taxCategory},
                              {"taxRate", line.taxRate},
                              {"taxExemptionReason", line.taxExemptionReason},
                              {"lotNumber", line.lotNumber}});
    if (line.itemId) {
        body.set("itemId", encodeId("itm", *line.itemId));
    }
    if (!line.discountPercent && line.discountAmount != 0) {
        body.set("discountAmount", majorFromMinor(lineDiscountShare(quote, index, quantity), currency));
    }
    return body;
}

} // namespace

Json bodyOf(const Quote& quote, const std::vector<Decimal>& quantities) {
    const Sale& content = quote.content;
    Json lines = Json::array();
    for (std::size_t i = 0; i < content.lines.size(); ++i) {
        if (!quantities[i].isZero()) {
            lines.push(lineBody(quote, i, quantities[i]));
        }
    }
    Json body = Json::object({{"businessUnitId", encodeId("bus", content.businessUnitId)},
                              {"channel", content.channel},
                              {"date", content.date},
                              {"currency", content.currency.code()},
                              {"pricesIncludeTax", content.pricesIncludeTax},
                              {"lines", std::move(lines)},
                              {"discountPercent", content.discountPercent},
                              {"purchaseOrderRef", content.purchaseOrderRef},
                              {"note", content.note}});
    if (content.partnerId) {
        body.set("partnerId", encodeId("par", *content.partnerId));
    }
    if (content.locationId) {
        body.set("locationId", encodeId("loc", *content.locationId));
    }
    if (content.discountAmount) {
        body.set("discountAmount", majorFromMinor(discountShare(quote, quantities), content.currency));
    }
    return body;
}

Json bodyOf(const Quote& quote) {
    std::vector<Decimal> quantities;
    for (const SaleLine& line : quote.content.lines) {
        quantities.push_back(line.quantity);
    }
    return bodyOf(quote, quantities);
}

} // namespace svc::sales
