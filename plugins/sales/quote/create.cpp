#include "quote/create.hpp"

#include "document/events.hpp"
#include "quote/store.hpp"
#include "quote/view.hpp"
#include "sale/builder.hpp"

namespace svc::sales {
namespace {

constexpr int DaysOfValidity = 30;

/// A quote has the content of a sale without payments and delivery.
api::SaleCreate saleOf(const api::QuoteCreate& body) {
    return {.businessUnitId = body.businessUnitId,
            .partnerId = body.partnerId,
            .date = body.date,
            .channel = body.channel,
            .currency = body.currency,
            .exchangeRate = body.exchangeRate,
            .pricesIncludeTax = body.pricesIncludeTax,
            .lines = body.lines,
            .discountPercent = body.discountPercent,
            .discountAmount = body.discountAmount,
            .locationId = body.locationId,
            .purchaseOrderRef = body.purchaseOrderRef,
            .externalId = body.externalId,
            .note = body.note};
}

QuoteLine lineOf(const SaleLine& line) {
    return {.id = line.id,
            .itemId = line.itemId,
            .label = line.label,
            .description = line.description,
            .quantity = line.quantity,
            .unit = line.unit,
            .unitPrice = line.unitPrice,
            .discountPercent = line.discountPercent,
            .discountAmount = line.discountAmount,
            .service = line.service,
            .taxCategory = line.taxCategory,
            .taxRate = line.taxRate,
            .taxExemptionReason = line.taxExemptionReason,
            .lotNumber = line.lotNumber,
            .net = line.net,
            .tax = line.tax,
            .total = line.total};
}

} // namespace

void takeContent(const Sale& content, Quote& quote) {
    quote.channel = content.channel;
    quote.businessUnitId = content.businessUnitId;
    quote.partnerId = content.partnerId;
    quote.partner = content.partner;
    quote.date = content.date;
    quote.currency = content.currency;
    quote.exchangeRate = content.exchangeRate;
    quote.pricesIncludeTax = content.pricesIncludeTax;
    quote.discountPercent = content.discountPercent;
    quote.discountAmount = content.discountAmount;
    quote.subtotal = content.subtotal;
    quote.discountTotal = content.discountTotal;
    quote.taxTotal = content.taxTotal;
    quote.total = content.total;
    quote.totalBase = content.totalBase;
    quote.taxes = content.taxes;
    quote.locationId = content.locationId;
    quote.lines.emplace();
    for (const SaleLine& line : content.lines) {
        quote.lines->push_back(lineOf(line));
    }
}

Date validUntilOf(const std::optional<Date>& given, Date date) {
    const Date last = given.value_or(date.addDays(DaysOfValidity));
    if (last < date) {
        throw fieldInvalid("validUntil");
    }
    return last;
}

Quote makeQuote(Call& call, const api::QuoteCreate& body) {
    const Sale content = buildSale(call, saleOf(body), Purpose::Offer).sale;
    Quote quote{.id = QuoteId(content.id.uuid()),
                .status = api::QuoteStatus::Open,
                .validUntil = validUntilOf(body.validUntil, content.date),
                .externalId = content.externalId,
                .purchaseOrderRef = content.purchaseOrderRef,
                .note = content.note,
                .createdAt = content.createdAt,
                .updatedAt = content.updatedAt,
                .version = 1,
                .createdBy = content.createdBy};
    takeContent(content, quote);
    quote.number = call.takeNumber("quote", quote.businessUnitId.uuid(), quote.date);
    insertQuote(call, quote);
    emitQuoteCreated(call, quote);
    call.history("quote", quote.id.toString(), "quote.created");
    return quote;
}

Answer<201, Quote> createQuote(Request& request, const api::QuoteCreate& body) {
    const Quote quote = shown(request, makeQuote(request, body));
    return Answer<201, Quote>(quote).etag(quote.version);
}

} // namespace svc::sales
