#include <algorithm>
#include <array>

#include "api/quote_body.hpp"
#include "api/quote_create.hpp"
#include "api/quote_json.hpp"
#include "api/quote_routes.hpp"
#include "api/sale_builder.hpp"
#include "api/sale_input.hpp"
#include "domain/quote_states.hpp"
#include "store/quote_store.hpp"

namespace svc::sales {
namespace {

// A change of one of these makes the amounts anew.
constexpr std::array<const char*, 11> Priced{
    "businessUnitId", "partnerId",       "date",           "currency",   "exchangeRate", "pricesIncludeTax",
    "lines",          "discountPercent", "discountAmount", "locationId", "channel"};
constexpr std::array<const char*, 3> Texts{"note", "purchaseOrderRef", "externalId"};

bool isPriced(const Json& body) {
    return std::any_of(Priced.begin(), Priced.end(), [&](const char* name) { return body.contains(name); });
}

/// Builds the content again from what is offered and what the body changes.
Sale rebuilt(Call& call, const Json& body, const Quote& quote) {
    Json whole = bodyOf(quote);
    const Currency currency = quote.content.currency;
    if (currency != call.company().currency && !body.contains("currency") && !body.contains("date")) {
        whole.set("exchangeRate", quote.content.exchangeRate);
    }
    for (const char* name : Priced) {
        if (const Json* given = body.find(name)) {
            whole.set(name, *given);
        }
    }
    // One kind of discount takes the place of the other.
    if (!body["discountPercent"].isNull() && !body.contains("discountAmount")) {
        whole.remove("discountAmount");
    }
    if (!body["discountAmount"].isNull() && !body.contains("discountPercent")) {
        whole.remove("discountPercent");
    }
    Sale content = buildSale(call, readSaleInput(whole), Purpose::Quote).sale;
    const Sale& old = quote.content;
    if (!body.contains("lines")) {
        for (std::size_t i = 0; i < content.lines.size(); ++i) {
            content.lines[i].id = old.lines[i].id;
        }
    }
    content.id = old.id;
    content.number = old.number;
    content.externalId = old.externalId;
    content.version = old.version;
    content.createdAt = old.createdAt;
    content.createdByKind = old.createdByKind;
    content.createdById = old.createdById;
    return content;
}

void takeTexts(const Json& body, Sale& content) {
    std::optional<std::string>* values[] = {&content.note, &content.purchaseOrderRef, &content.externalId};
    for (std::size_t i = 0; i < Texts.size(); ++i) {
        if (body.contains(Texts[i])) {
            *values[i] = body.optionalText(Texts[i]);
        }
    }
}

/// Fields of the answer that differ, as history shows them; lines by their amounts alone.
Json changesBetween(const Quote& before, const Quote& after) {
    const Json from = quoteJson(before, false, nullptr);
    const Json to = quoteJson(after, false, nullptr);
    Json changes = Json::array();
    for (const Json::Member& member : to.members()) {
        if (!(from[member.name] == member.value)) {
            changes.push(
                Json::object({{"field", member.name}, {"from", from[member.name]}, {"to", member.value}}));
        }
    }
    return changes;
}

} // namespace

Response updateQuoteRoute(Request& request) {
    const Json& body = request.body();
    Quote quote = requireQuote(request, request.pathId("quoteId", "quo", "quote-not-found"));
    request.checkVersion(quote.content.version);
    const Quote before = quote;
    const std::string_view code = refuseChange(quote, !body["validUntil"].isNull());
    if (!code.empty()) {
        throw ApiError(400, code);
    }
    const bool priced = isPriced(body);
    if (priced) {
        quote.content = rebuilt(request, body, quote);
        quote.converted.assign(quote.content.lines.size(), Decimal());
    }
    takeTexts(body, quote.content);
    if (body.contains("validUntil")) {
        quote.validUntil = validUntilOf(body, quote.content.date);
        if (before.status == "expired") {
            if (quote.validUntil < request.today()) {
                throw fieldInvalid("validUntil");
            }
            quote.status = "open";
        }
    } else if (quote.validUntil < quote.content.date) {
        throw fieldInvalid("date");
    }
    const Json changes = changesBetween(before, quote);
    if (!changes.empty() || priced) {
        updateQuote(request, quote, priced);
        request.history("quote", encodeId("quo", quote.content.id),
                        before.status == "expired" ? "quote.reopened" : "quote.updated", changes);
    }
    return Response::json(200, quoteJson(request, quote)).etag(quote.content.version);
}

} // namespace svc::sales
