#include <algorithm>

#include <svc/amounts.hpp>

#include "api/create_sale.hpp"
#include "api/neighbours.hpp"
#include "api/quote_body.hpp"
#include "api/quote_create.hpp"
#include "api/quote_events.hpp"
#include "api/quote_moves.hpp"
#include "api/quote_routes.hpp"
#include "api/sale_view.hpp"
#include "domain/quote_states.hpp"
#include "store/quote_store.hpp"

namespace svc::sales {
namespace {

/// How much of each line is to be sold: everything that remains, or what `lines` names.
std::vector<Decimal> quantitiesOf(const Json& body, const Quote& quote) {
    const std::vector<SaleLine>& lines = quote.content.lines;
    std::vector<Decimal> quantities(lines.size());
    const Json& named = body["lines"];
    if (!named.isArray() || named.empty()) {
        // Of a quote that has ended all, so that its records are looked at before its state refuses it.
        const bool ended = quote.status == "converted";
        for (std::size_t i = 0; i < lines.size(); ++i) {
            quantities[i] = ended ? lines[i].quantity : quote.remaining(i);
        }
        return quantities;
    }
    std::vector<std::size_t> positions;
    for (const Json& one : named.items()) {
        const std::string id = one.textOr("lineId");
        const auto found = std::find_if(lines.begin(), lines.end(),
                                        [&](const SaleLine& line) { return encodeId("lin", line.id) == id; });
        if (found == lines.end()) {
            throw ApiError(404, "line-not-found", {id});
        }
        positions.push_back(static_cast<std::size_t>(found - lines.begin()));
    }
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const SaleLine& line = lines[positions[i]];
        // All that remains; of a line of which nothing does, all: that is refused as being above it.
        const Decimal rest = quote.remaining(positions[i]);
        const Decimal quantity =
            named.at(i).optionalDecimal("quantity").value_or(rest.isZero() ? line.quantity : rest);
        if (quantity.sign() != line.quantity.sign()) {
            throw fieldInvalid(pathOf("lines", i, "quantity"));
        }
        if (!quantities[positions[i]].isZero()) {
            throw fieldInvalid(pathOf("lines", i, "lineId"));
        }
        quantities[positions[i]] = quantity;
    }
    return quantities;
}

void checkQuantities(const Quote& quote, const std::vector<Decimal>& quantities) {
    for (std::size_t i = 0; i < quantities.size(); ++i) {
        const SaleLine& line = quote.content.lines[i];
        const Decimal rest = quote.remaining(i);
        const bool negative = line.quantity.sign() < 0;
        if (negative ? quantities[i] < rest : quantities[i] > rest) {
            throw ApiError(400, "quantity-above-remaining", {encodeId("lin", line.id), rest.toString()});
        }
    }
}

/// The body of the sale: what was offered, and what only a sale has.
Json saleBody(Call& call, const Json& body, const Quote& quote, const std::vector<Decimal>& quantities) {
    Json sale = bodyOf(quote, quantities);
    sale.remove("date");
    for (const char* name : {"date", "dueDate", "paidInFull", "walletId", "method", "payments",
                             "deliverLater", "locationId", "externalId", "note"}) {
        if (const Json& given = body[name]; !given.isNull()) {
            sale.set(name, given);
        }
    }
    const Currency currency = quote.content.currency;
    const auto dateText = body.optionalText("date");
    const Date date = (dateText ? Date::parse(*dateText) : std::nullopt).value_or(call.today());
    if (currency != call.company().currency && !findRate(call, currency, date)) {
        sale.set("exchangeRate", quote.content.exchangeRate);
    }
    return sale;
}

/// Sells what is named of the quote, in one transaction with the state of the quote.
Sale convert(Call& call, Quote quote, const Json& body) {
    const Quote before = quote;
    const std::vector<Decimal> quantities = quantitiesOf(body, quote);

    SaleOrigin origin;
    origin.quoteId = quote.content.id;
    origin.checkState = [&] {
        const std::string_view code =
            refuseConvert(quote, call.today(), call.company().quotesRequireAcceptance);
        if (!code.empty()) {
            throw ApiError(400, code);
        }
        checkQuantities(quote, quantities);
    };
    origin.beforeEvents = [&](const Sale& sale) {
        const bool accepts = quote.status == "open";
        if (accepts) {
            markAccepted(call, quote, {.by = "company"});
        }
        for (std::size_t i = 0; i < quantities.size(); ++i) {
            quote.converted[i] += quantities[i];
        }
        quote.status = statusAfterConversion(quote);
        quote.saleId = sale.id;
        updateQuote(call, quote);
        updateConverted(call, quote);
        if (accepts) {
            emitQuoteAccepted(call, quote);
        }
        emitQuoteConverted(call, quote, sale);
        recordMove(call, before, quote, "quote.converted");
    };
    return createSale(call, saleBody(call, body, quote, quantities), origin);
}

} // namespace

Response convertQuoteRoute(Request& request) {
    const Sale sale = convert(
        request, requireQuote(request, request.pathId("quoteId", "quo", "quote-not-found")), request.body());
    return Response::text(201, shownSale(request, sale)).etag(sale.version);
}

Json convertQuoteCommand(Call& call, const Json& input) {
    const Sale sale = convert(call, requireQuote(call, decodeId("quo", input.textOr("id"))), input);
    return Json::parse(shownSale(call, sale));
}

} // namespace svc::sales
