#include "api/quote_create.hpp"

#include "api/quote_events.hpp"
#include "api/quote_json.hpp"
#include "api/quote_routes.hpp"
#include "api/sale_builder.hpp"
#include "api/sale_input.hpp"
#include "store/quote_store.hpp"

namespace svc::sales {
namespace {

constexpr int DaysOfValidity = 30;

/// What a sale takes and a quote does not, should it be in the body.
SaleInput readQuoteInput(const Json& body) {
    SaleInput input = readSaleInput(body);
    input.paidInFull = false;
    input.walletId = std::nullopt;
    input.method = std::nullopt;
    input.payments.clear();
    input.deliverLater = std::nullopt;
    input.dueDate = std::nullopt;
    return input;
}

} // namespace

Date validUntilOf(const Json& body, Date date) {
    const auto text = body.optionalText("validUntil");
    const Date last = (text ? Date::parse(*text) : std::nullopt).value_or(date.addDays(DaysOfValidity));
    if (last < date) {
        throw fieldInvalid("validUntil");
    }
    return last;
}

Quote requireQuote(Call& call, const std::optional<Uuid>& id) {
    std::optional<Quote> quote = id ? lockQuote(call, *id) : std::nullopt;
    if (!quote) {
        throw ApiError(404, "quote-not-found");
    }
    return std::move(*quote);
}

Quote createQuote(Call& call, const Json& body) {
    Quote quote;
    quote.content = buildSale(call, readQuoteInput(body), Purpose::Quote).sale;
    quote.converted.resize(quote.content.lines.size());
    quote.validUntil = validUntilOf(body, quote.content.date);
    Sale& content = quote.content;
    content.number = call.takeNumber("quote", content.businessUnitId, content.date);
    insertQuote(call, quote);
    emitQuoteCreated(call, quote);
    call.history("quote", encodeId("quo", content.id), "quote.created");
    return quote;
}

Response createQuoteRoute(Request& request) {
    const Quote quote = createQuote(request, request.body());
    return Response::json(201, quoteJson(request, quote)).etag(quote.content.version);
}

Response readQuoteRoute(Request& request) {
    const std::optional<Quote> quote =
        findQuote(request, request.pathId("quoteId", "quo", "quote-not-found"));
    if (!quote) {
        throw ApiError(404, "quote-not-found");
    }
    return Response::json(200, quoteJson(request, *quote)).etag(quote->content.version);
}

Json readQuoteCommand(Call& call, const Json& input) {
    const auto id = decodeId("quo", input.textOr("id"));
    const auto quote = id ? findQuote(call, *id) : std::nullopt;
    return quote ? quoteJson(call, *quote) : Json(nullptr);
}

Json describeQuoteCommand(Call& call, const Json& input) {
    const auto id = decodeId("quo", input.textOr("id"));
    const auto quote = id ? findQuote(call, *id) : std::nullopt;
    if (!quote) {
        return Json(nullptr);
    }
    const Sale& content = quote->content;
    return Json::object(
        {{"id", encodeId("quo", content.id)},
         {"number", content.number},
         {"date", content.date},
         {"partnerId", content.partnerId ? Json(encodeId("par", *content.partnerId)) : Json(nullptr)},
         {"label", content.partnerId ? content.number + ' ' + content.partnerName : content.number}});
}

} // namespace svc::sales
