#include <svc/changes.hpp>

#include "quote/convert.hpp"
#include "quote/create.hpp"
#include "quote/moves.hpp"
#include "quote/rules/states.hpp"
#include "quote/store.hpp"
#include "quote/view.hpp"
#include "sale/builder.hpp"

namespace svc::sales {
namespace {

/// Applies a member of the request if it is present; null clears it. Returns whether it is present.
template <class Value>
bool take(const Field<Value>& given, std::optional<Value>& value) {
    if (!given.isAbsent()) {
        value = given.value();
    }
    return !given.isAbsent();
}

std::vector<Decimal> allOf(const Quote& quote) {
    std::vector<Decimal> quantities;
    for (const QuoteLine& line : *quote.lines) {
        quantities.push_back(line.quantity);
    }
    return quantities;
}

/// Rebuilds the content from the quote and the changes of the request, if these affect the amounts.
bool rebuild(Call& call, const api::QuoteUpdate& body, Quote& quote) {
    api::SaleCreate whole = bodyOf(quote, allOf(quote));
    if (quote.currency != call.company().currency && body.currency.isAbsent() && body.date.isAbsent()) {
        whole.exchangeRate = quote.exchangeRate;
    }
    bool priced = take(body.businessUnitId, whole.businessUnitId);
    priced = take(body.partnerId, whole.partnerId) || priced;
    priced = take(body.date, whole.date) || priced;
    priced = take(body.currency, whole.currency) || priced;
    priced = take(body.exchangeRate, whole.exchangeRate) || priced;
    priced = take(body.pricesIncludeTax, whole.pricesIncludeTax) || priced;
    priced = take(body.discountPercent, whole.discountPercent) || priced;
    priced = take(body.discountAmount, whole.discountAmount) || priced;
    priced = take(body.locationId, whole.locationId) || priced;
    priced = take(body.channel, whole.channel) || priced;
    if (body.lines) {
        whole.lines = *body.lines;
    } else if (!priced) {
        return false;
    }
    // One kind of discount replaces the other.
    if (body.discountPercent.hasValue() && body.discountAmount.isAbsent()) {
        whole.discountAmount.reset();
    }
    if (body.discountAmount.hasValue() && body.discountPercent.isAbsent()) {
        whole.discountPercent.reset();
    }
    const std::vector<QuoteLine> old = *quote.lines;
    const Purpose purpose = whole.date == quote.date ? Purpose::ChangeOffer : Purpose::Offer;
    takeContent(buildSale(call, whole, purpose).sale, quote);
    for (std::size_t i = 0; i < quote.lines->size() && !body.lines; ++i) {
        (*quote.lines)[i].id = old[i].id;
    }
    return true;
}

/// The members that the history compares; changed lines show only in the amounts.
Json compared(Quote quote) {
    quote.lines.reset();
    return Json::parse(bind::textOf(quote));
}

} // namespace

Answer<200, Quote> updateQuote(Request& request, const api::UpdateQuoteParameters& parameters,
                               const api::QuoteUpdate& body) {
    Quote quote = lockQuote(request, parameters.quoteId);
    request.checkVersion(quote.version);
    const Quote before = quote;
    refuse(refuseChange(quote, body.validUntil.hasValue()));
    const bool priced = rebuild(request, body, quote);
    take(body.note, quote.note);
    take(body.purchaseOrderRef, quote.purchaseOrderRef);
    take(body.externalId, quote.externalId);
    const bool wasExpired = before.status == api::QuoteStatus::Expired;
    if (!body.validUntil.isAbsent()) {
        quote.validUntil = validUntilOf(body.validUntil.value(), quote.date);
        if (wasExpired) {
            if (quote.validUntil < request.today()) {
                throw fieldInvalid("validUntil");
            }
            quote.status = api::QuoteStatus::Open;
        }
    } else if (quote.validUntil < quote.date) {
        throw fieldInvalid("date");
    }
    if (bind::textOf(before) != bind::textOf(quote)) {
        saveQuote(request, quote, priced);
        request.history("quote", quote.id.toString(), wasExpired ? "quote.reopened" : "quote.updated",
                        changesBetween(compared(before), compared(quote)));
    }
    const Quote changed = shown(request, std::move(quote));
    return Answer<200, Quote>(changed).etag(changed.version);
}

} // namespace svc::sales
