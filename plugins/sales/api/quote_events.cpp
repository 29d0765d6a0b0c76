#include "api/quote_events.hpp"

#include <svc/amounts.hpp>

#include "api/sale_json.hpp"

namespace svc::sales {
namespace {

/// What every event of a quote begins with.
Json headJson(const Quote& quote) {
    const Sale& content = quote.content;
    return Json::object({{"id", encodeId("quo", content.id)},
                         {"number", content.number},
                         {"partner", partnerJson(content)},
                         {"total", amountJson(content.total, content.currency)}});
}

void emitOnQuote(Call& call, std::string_view type, const Quote& quote, const Json& data) {
    call.emit(type, "quote", encodeId("quo", quote.content.id), data);
}

} // namespace

void emitQuoteCreated(Call& call, const Quote& quote) {
    const Currency currency = quote.content.currency;
    Json lines = Json::array();
    for (const SaleLine& line : quote.content.lines) {
        lines.push(
            Json::object({{"id", encodeId("lin", line.id)},
                          {"itemId", line.itemId ? Json(encodeId("itm", *line.itemId)) : Json(nullptr)},
                          {"label", line.label},
                          {"quantity", line.quantity},
                          {"unitPrice", amountJson(line.unitPrice, currency)},
                          {"total", amountJson(line.total, currency)}}));
    }
    Json data = headJson(quote);
    data.add("validUntil", quote.validUntil);
    data.add("lines", std::move(lines));
    emitOnQuote(call, "quote.created", quote, data);
}

void emitQuoteAccepted(Call& call, const Quote& quote) {
    Json data = headJson(quote);
    data.add("acceptedAt", quote.acceptedAt);
    data.add("acceptedBy", quote.acceptedBy);
    emitOnQuote(call, "quote.accepted", quote, data);
}

void emitQuoteDeclined(Call& call, const Quote& quote) {
    Json data = headJson(quote);
    data.add("reason", quote.declinedReason);
    data.add("declinedBy", quote.declinedBy);
    emitOnQuote(call, "quote.declined", quote, data);
}

void emitQuoteSigned(Call& call, const Quote& quote) {
    Json data = headJson(quote);
    for (const char* name : {"provider", "signedAt", "signers", "documentSha256"}) {
        data.add(name, quote.signature[name]);
    }
    emitOnQuote(call, "quote.signed", quote, data);
}

void emitQuoteConverted(Call& call, const Quote& quote, const Sale& sale) {
    Json data = headJson(quote);
    data.add("saleId", encodeId("sal", sale.id));
    data.add("saleNumber", sale.number);
    emitOnQuote(call, "quote.converted", quote, data);
}

} // namespace svc::sales
