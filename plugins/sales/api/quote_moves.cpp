#include "api/document_mail.hpp"
#include "api/events.hpp"
#include "api/quotes.hpp"
#include "domain/quote_states.hpp"
#include "store/quote_store.hpp"

namespace svc::sales {
namespace {

/// Who accepts or declines, in the input of a command. Refuses any other text with `field-invalid:<field>`.
template <class Who>
Who whoOf(std::string_view text, std::string_view field) {
    Who who{};
    if (!fromText(text, who)) {
        throw fieldInvalid(field);
    }
    return who;
}

Quote accept(Call& call, QuoteId id, const Acceptance& acceptance) {
    Quote quote = lockQuote(call, id);
    refuse(refuseAccept(quote, call.today()));
    const Quote before = quote;
    markAccepted(call, quote, acceptance);
    saveQuote(call, quote);
    emitQuoteAccepted(call, quote);
    recordMove(call, before, quote, "quote.accepted");
    return shown(call, std::move(quote));
}

struct Refusal {
    api::QuoteDeclinedBy by = api::QuoteDeclinedBy::Company;
    std::optional<std::string> name{};
    std::optional<std::string> reason{};
};

Quote decline(Call& call, QuoteId id, const Refusal& refusal) {
    Quote quote = lockQuote(call, id);
    refuse(refuseClose(quote));
    const Quote before = quote;
    quote.status = api::QuoteStatus::Declined;
    quote.declinedAt = call.now();
    quote.declinedBy = refusal.by;
    quote.declinedName = refusal.name;
    quote.declinedReason = refusal.reason;
    saveQuote(call, quote);
    emitQuoteDeclined(call, quote);
    recordMove(call, before, quote, "quote.declined");
    return shown(call, std::move(quote));
}

Answer<200, Quote> answer(const Quote& quote) {
    return Answer<200, Quote>(quote).etag(quote.version);
}

} // namespace

void refuse(std::string_view code) {
    if (!code.empty()) {
        throw ApiError(400, code);
    }
}

void markAccepted(Call& call, Quote& quote, const Acceptance& acceptance) {
    quote.status = api::QuoteStatus::Accepted;
    quote.acceptedAt = call.now();
    quote.acceptedBy = acceptance.by;
    quote.acceptedName = acceptance.name;
    quote.acceptanceNote = acceptance.note;
}

void recordMove(Call& call, const Quote& before, const Quote& after, std::string_view action) {
    call.history("quote", after.id.toString(), action,
                 Json::array({Json::object(
                     {{"field", "status"}, {"from", toText(before.status)}, {"to", toText(after.status)}})}));
}

Answer<200, Quote> acceptQuote(Request& request, const api::AcceptQuoteParameters& parameters,
                               const api::QuoteAccept& body) {
    return answer(accept(request, parameters.quoteId, {.note = body.note}));
}

Answer<200, Quote> declineQuote(Request& request, const api::DeclineQuoteParameters& parameters,
                                const api::QuoteDecline& body) {
    return answer(decline(request, parameters.quoteId, {.reason = body.reason}));
}

Answer<200, Quote> cancelQuote(Request& request, const api::CancelQuoteParameters& parameters,
                               const api::QuoteCancel& body) {
    Quote quote = lockQuote(request, parameters.quoteId);
    refuse(refuseClose(quote));
    const Quote before = quote;
    quote.status = api::QuoteStatus::Cancelled;
    quote.cancelledAt = request.now();
    quote.cancelReason = body.reason;
    saveQuote(request, quote);
    recordMove(request, before, quote, "quote.cancelled");
    return answer(shown(request, std::move(quote)));
}

Answer<202, api::QuoteSent> sendQuote(Request& request, const api::SendQuoteParameters& parameters,
                                      const api::QuoteSend& body) {
    Quote quote = lockQuote(request, parameters.quoteId);
    refuse(refuseSend(quote, request.today()));
    DocumentMail mail = mailOf(quote);
    mail.to = body.to;
    mail.message = body.message;
    mail.language = askedLanguage(request);
    const QueuedMail queued = mailDocument(request, mail);
    const std::optional<Instant> before = quote.sentAt;
    quote.sentAt = request.now();
    saveQuote(request, quote);
    request.history(
        "quote", quote.id.toString(), "quote.sent",
        Json::array({Json::object({{"field", "sentAt"}, {"from", before}, {"to", quote.sentAt}})}));
    return api::QuoteSent{
        .id = queued.jobId, .to = queued.to, .status = api::QueuedState::Queued, .language = queued.language};
}

Quote commands::quotesAccept(Call& call, const commands::QuotesAcceptInput& input) {
    return accept(call, input.id,
                  {whoOf<api::QuoteAcceptedBy>(input.acceptedBy, "acceptedBy"), input.name, input.note});
}

Quote commands::quotesDecline(Call& call, const commands::QuotesDeclineInput& input) {
    return decline(call, input.id,
                   {whoOf<api::QuoteDeclinedBy>(input.declinedBy, "declinedBy"), input.name, input.reason});
}

Quote commands::quotesSign(Call& call, const commands::QuotesSignInput& input) {
    Quote quote = lockQuote(call, input.id);
    refuse(refuseSign(quote, call.today()));
    const Quote before = quote;
    const bool accepts = quote.status == api::QuoteStatus::Open;
    if (accepts) {
        markAccepted(call, quote, {.by = api::QuoteAcceptedBy::Signature});
    }
    quote.signature = {input.provider, input.signedAt.value_or(call.now()), input.signers,
                       input.documentSha256};
    quote.status = api::QuoteStatus::Signed;
    saveQuote(call, quote);
    if (accepts) {
        emitQuoteAccepted(call, quote);
    }
    emitQuoteSigned(call, quote);
    recordMove(call, before, quote, "quote.signed");
    return shown(call, std::move(quote));
}

void jobs::expireQuotes(Call& call, const Json&) {
    // A slice keeps the locks short; what is left waits for the next slice.
    constexpr int Slice = 500;
    for (;;) {
        const std::vector<QuoteId> expired = sales::expireQuotes(call, call.today(), Slice);
        for (const QuoteId& id : expired) {
            call.history(
                "quote", id.toString(), "quote.expired",
                Json::array({Json::object({{"field", "status"}, {"from", "open"}, {"to", "expired"}})}));
        }
        if (expired.size() < Slice) {
            return;
        }
    }
}

} // namespace svc::sales
