#include "api/quote_json.hpp"

#include "api/sale_json.hpp"

namespace svc::sales {
namespace {

Json optionalId(std::string_view prefix, const std::optional<Uuid>& id) {
    return id ? Json(encodeId(prefix, *id)) : Json(nullptr);
}

Json linesJson(const Quote& quote) {
    Json lines = Json::array();
    for (std::size_t i = 0; i < quote.content.lines.size(); ++i) {
        const SaleLine& line = quote.content.lines[i];
        lines.push(Json::object({{"id", encodeId("lin", line.id)},
                                 {"itemId", optionalId("itm", line.itemId)},
                                 {"label", line.label},
                                 {"description", line.description},
                                 {"quantity", line.quantity},
                                 {"unit", line.unit},
                                 {"unitPrice", line.unitPrice},
                                 {"discountPercent", line.discountPercent},
                                 {"discountAmount", line.discountAmount},
                                 {"service", line.service},
                                 {"taxCategory", line.taxCategory},
                                 {"taxRate", line.taxRate},
                                 {"taxExemptionReason", line.taxExemptionReason},
                                 {"lotNumber", line.lotNumber},
                                 {"net", line.net},
                                 {"tax", line.tax},
                                 {"total", line.total},
                                 {"quantityConverted", quote.converted[i]}}));
    }
    return lines;
}

Json taxesJson(const Sale& sale) {
    Json taxes = Json::array();
    for (const SaleTax& tax : sale.taxes) {
        taxes.push(Json::object({{"taxCategory", tax.taxCategory},
                                 {"taxRate", tax.taxRate},
                                 {"net", tax.net},
                                 {"tax", tax.tax}}));
    }
    return taxes;
}

} // namespace

std::vector<Json> publicUrlsOf(Call& call, const std::vector<Quote>& quotes) {
    std::vector<Json> urls(quotes.size());
    if (quotes.empty() || !call.offers("public.link")) {
        return urls;
    }
    Json documents = Json::array();
    for (const Quote& quote : quotes) {
        documents.push(Json::object({{"kind", "quote"}, {"id", encodeId("quo", quote.content.id)}}));
    }
    const Json answer = call.command("public.link", Json::object({{"documents", std::move(documents)}}));
    for (std::size_t i = 0; i < urls.size(); ++i) {
        urls[i] = answer["links"].at(i)["url"];
    }
    return urls;
}

Json quoteJson(const Quote& quote, bool lines, Json publicUrl) {
    const Sale& content = quote.content;
    Json json = Json::object({{"id", encodeId("quo", content.id)},
                              {"number", content.number},
                              {"status", quote.status},
                              {"validUntil", quote.validUntil},
                              {"channel", content.channel},
                              {"externalId", content.externalId},
                              {"businessUnitId", encodeId("bus", content.businessUnitId)},
                              {"partnerId", optionalId("par", content.partnerId)},
                              {"partner", partnerJson(content)},
                              {"date", content.date},
                              {"currency", content.currency.code()},
                              {"exchangeRate", content.exchangeRate},
                              {"pricesIncludeTax", content.pricesIncludeTax},
                              {"discountPercent", content.discountPercent},
                              {"discountAmount", content.discountAmount},
                              {"subtotal", content.subtotal},
                              {"discountTotal", content.discountTotal},
                              {"taxTotal", content.taxTotal},
                              {"total", content.total},
                              {"totalBase", content.totalBase},
                              {"taxes", taxesJson(content)}});
    if (lines) {
        json.add("lines", linesJson(quote));
    }
    json.add("locationId", optionalId("loc", content.locationId));
    json.add("purchaseOrderRef", content.purchaseOrderRef);
    json.add("note", content.note);
    json.add("sentAt", quote.sentAt);
    json.add("acceptedAt", quote.acceptedAt);
    json.add("acceptedBy", quote.acceptedBy);
    json.add("acceptedName", quote.acceptedName);
    json.add("acceptanceNote", quote.acceptanceNote);
    json.add("declinedAt", quote.declinedAt);
    json.add("declinedBy", quote.declinedBy);
    json.add("declinedName", quote.declinedName);
    json.add("declinedReason", quote.declinedReason);
    json.add("cancelledAt", quote.cancelledAt);
    json.add("cancelReason", quote.cancelReason);
    json.add("signature", quote.signature);
    json.add("saleId", optionalId("sal", quote.saleId));
    json.add("publicUrl", std::move(publicUrl));
    json.add("createdAt", content.createdAt);
    json.add("updatedAt", content.updatedAt);
    json.add("version", content.version);
    json.add("createdBy", actorJson(content.createdByKind, content.createdById));
    return json;
}

Json quoteJson(Call& call, const Quote& quote) {
    return quoteJson(quote, true, publicUrlsOf(call, {quote}).front());
}

} // namespace svc::sales
