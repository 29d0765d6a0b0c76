#include "api/document_mail.hpp"
#include "api/quote_create.hpp"
#include "api/quote_routes.hpp"
#include "domain/quote_states.hpp"
#include "store/quote_store.hpp"

namespace svc::sales {

Response sendQuoteRoute(Request& request) {
    const Json& body = request.body();
    Quote quote = requireQuote(request, request.pathId("quoteId", "quo", "quote-not-found"));
    const std::string_view code = refuseSend(quote, request.today());
    if (!code.empty()) {
        throw ApiError(400, code);
    }
    const std::string id = encodeId("quo", quote.content.id);
    const QueuedMail mail = mailDocument(request, {.kind = "quote",
                                                   .id = id,
                                                   .content = &quote.content,
                                                   .until = quote.validUntil,
                                                   .to = body.optionalText("to"),
                                                   .message = body.optionalText("message"),
                                                   .language = askedLanguage(request),
                                                   .attachPdf = true});
    const Quote before = quote;
    quote.sentAt = request.now();
    updateQuote(request, quote);
    request.history(
        "quote", id, "quote.sent",
        Json::array({Json::object({{"field", "sentAt"}, {"from", before.sentAt}, {"to", quote.sentAt}})}));
    return Response::json(202, queuedJson(mail));
}

} // namespace svc::sales
