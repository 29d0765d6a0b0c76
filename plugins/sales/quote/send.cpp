#include <svc/changes.hpp>

#include "document/mail.hpp"
#include "quote/moves.hpp"
#include "quote/rules/states.hpp"
#include "quote/store.hpp"

namespace svc::sales {

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
    request.history("quote", quote.id.toString(), "quote.sent", changeOf("sentAt", before, quote.sentAt));
    return api::QuoteSent{
        .id = queued.jobId, .to = queued.to, .status = api::QueuedState::Queued, .language = queued.language};
}

} // namespace svc::sales
