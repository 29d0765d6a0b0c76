// What other modules ask of sales: documents by their kinds, open sales, the takings of a till session.
#include <algorithm>

#include <svc/rounding.hpp>

#include "api/routes.hpp"
#include "api/sale_json.hpp"
#include "store/follow_store.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {
namespace {

constexpr std::int64_t MostOpen = 200;

Json factsOf(std::string_view id, std::string_view number, Date date, const std::optional<Uuid>& partner,
             std::string_view partnerName) {
    std::string label(number);
    if (partner) {
        label += ' ';
        label += partnerName;
    }
    return Json::object({{"id", id},
                         {"number", number},
                         {"date", date},
                         {"partnerId", partner ? Json(encodeId("par", *partner)) : Json(nullptr)},
                         {"label", label}});
}

std::optional<CreditNoteRecord> noteOf(Call& call, const Json& input) {
    const auto id = decodeId("crn", input.textOr("id"));
    return id ? findCreditNote(call, *id) : std::nullopt;
}

/// A unit price of which the quantity comes to the net amount, with as many decimals as that takes.
Decimal priceFor(const Decimal& net, const Decimal& quantity) {
    constexpr int MostDecimals = 10;
    for (int decimals = 4;; decimals += 2) {
        const Decimal price = Decimal::divide(net, quantity, decimals);
        if (decimals >= MostDecimals || roundedMinor(price * quantity) == roundedMinor(net)) {
            return price.normalized();
        }
    }
}

const SaleLine* lineOf(const Sale& sale, const Json& noted) {
    const auto id = decodeId("lin", noted.textOr("lineId"));
    const auto found = std::find_if(sale.lines.begin(), sale.lines.end(),
                                    [&](const SaleLine& line) { return line.id == id; });
    return found == sale.lines.end() ? nullptr : &*found;
}

/// Does the credit note take back the whole sale? Then it is printed in the terms of the sale.
bool isOfAll(const CreditNoteRecord& note, const Sale& sale) {
    const auto& items = note.lines.items();
    return note.total == sale.total && note.taxTotal == sale.taxTotal && items.size() == sale.lines.size() &&
           std::all_of(items.begin(), items.end(), [&](const Json& noted) {
               const SaleLine* line = lineOf(sale, noted);
               return line != nullptr && noted["quantity"].decimal() == line->quantity &&
                      noted["net"].integer() == line->net && noted["tax"].integer() == line->tax;
           });
}

/// A line as a document prints it: as it was sold, or at the price that its net amount makes.
Json printedLine(const Json& noted, const Sale& sale, bool asSold) {
    Json printed = noted;
    const SaleLine* line = lineOf(sale, noted);
    if (line != nullptr) {
        printed.set("description", line->description).set("taxExemptionReason", line->taxExemptionReason);
    }
    if (asSold) {
        printed.set("unitPrice", line->unitPrice)
            .set("discountPercent", line->discountPercent)
            .set("discountAmount", line->discountAmount);
    } else {
        const Decimal quantity = noted["quantity"].decimal().normalized();
        printed.set("quantity", quantity)
            .set("unitPrice", priceFor(Decimal(noted["net"].integer()), quantity));
    }
    return printed;
}

} // namespace

Json documentSaleCommand(Call& call, const Json& input) {
    const auto id = decodeId("sal", input.textOr("id"));
    const auto sale = id ? findSale(call.db(), call.companyId(), *id, {}) : std::nullopt;
    return sale ? factsOf(input["id"].text(), sale->number, sale->date, sale->partnerId, sale->partnerName)
                : Json(nullptr);
}

Json documentDeliveryCommand(Call& call, const Json& input) {
    const auto id = decodeId("dlv", input.textOr("id"));
    const auto delivery = id ? findDelivery(call, *id) : std::nullopt;
    return delivery ? factsOf(input["id"].text(), delivery->number, delivery->date, delivery->partnerId,
                              delivery->partnerName)
                    : Json(nullptr);
}

Json documentCreditNoteCommand(Call& call, const Json& input) {
    const auto note = noteOf(call, input);
    if (!note) {
        return Json(nullptr);
    }
    const Sale sale = findSale(call.db(), call.companyId(), note->saleId, {}).value();
    return factsOf(input["id"].text(), note->number, note->date, sale.partnerId, sale.partnerName);
}

Json creditNoteCommand(Call& call, const Json& input) {
    const auto note = noteOf(call, input);
    if (!note) {
        return Json(nullptr);
    }
    const Sale sale = findSale(call.db(), call.companyId(), note->saleId, {.lines = true}).value();
    const bool asSold = isOfAll(*note, sale);
    Json lines = Json::array();
    for (const Json& line : note->lines.items()) {
        lines.push(printedLine(line, sale, asSold));
    }
    return Json::object(
        {{"id", encodeId("crn", note->id)},
         {"number", note->number},
         {"kind", note->kind},
         {"saleId", encodeId("sal", sale.id)},
         {"saleNumber", sale.number},
         {"businessUnitId", encodeId("bus", sale.businessUnitId)},
         {"partnerId", sale.partnerId ? Json(encodeId("par", *sale.partnerId)) : Json(nullptr)},
         {"partner", partnerJson(sale)},
         {"date", note->date},
         {"currency", note->currency.code()},
         {"exchangeRate", sale.exchangeRate},
         {"pricesIncludeTax", asSold && sale.pricesIncludeTax},
         {"subtotal", note->total - note->taxTotal},
         {"taxTotal", note->taxTotal},
         {"total", note->total},
         {"totalBase", note->totalBase},
         {"taxes", note->taxes},
         {"lines", std::move(lines)},
         {"reason", note->reason},
         {"note", note->reason},
         {"purchaseOrderRef", sale.purchaseOrderRef},
         {"createdAt", note->createdAt}});
}

Json openSalesCommand(Call& call, const Json& input) {
    OpenFilter filter;
    if (const auto partner = input.optionalText("partnerId")) {
        filter.partner = decodeId("par", *partner).value_or(Uuid());
    }
    filter.currency = input.optionalText("currency");
    if (const Json& numbers = input["numbers"]; numbers.isArray()) {
        filter.numbers.emplace();
        for (const Json& number : numbers.items()) {
            filter.numbers->push_back(number.text());
        }
    }
    const std::int64_t limit = std::min(input.optionalInteger("limit").value_or(MostOpen), MostOpen);
    Json open = Json::array();
    for (const Sale& sale : openSales(call, filter, limit)) {
        open.push(Json::object(
            {{"id", encodeId("sal", sale.id)},
             {"number", sale.number},
             {"externalId", sale.externalId},
             {"paymentReference", sale.paymentReference},
             {"date", sale.date},
             {"dueDate", sale.dueDate},
             {"partnerId", sale.partnerId ? Json(encodeId("par", *sale.partnerId)) : Json(nullptr)},
             {"partnerName", sale.partnerName},
             {"currency", sale.currency.code()},
             {"total", sale.total},
             {"paid", sale.paid},
             {"balance", sale.balance()}}));
    }
    return Json::object({{"sales", std::move(open)}});
}

Json sessionTotalsCommand(Call& call, const Json& input) {
    const auto unit = decodeId("bus", input.textOr("businessUnitId"));
    const auto from = Instant::parse(input.textOr("from"));
    const auto to = Instant::parse(input.textOr("to"));
    if (!unit || !from || !to) {
        throw Fault("sales.session_totals: businessUnitId, from and to are needed");
    }
    const PeriodTotals totals = totalsBetween(call, *unit, *from, *to);
    Json byMethod = Json::array();
    for (const auto& [method, amount] : totals.byMethod) {
        byMethod.push(Json::object({{"method", method}, {"amount", amount}}));
    }
    return Json::object(
        {{"count", totals.count}, {"total", totals.total}, {"byMethod", std::move(byMethod)}});
}

} // namespace svc::sales
