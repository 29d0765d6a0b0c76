// The reader of a quote accepts or declines it.
#include "page/response.hpp"
#include "page/rules/form.hpp"
#include "public_document/view.hpp"

namespace svc::storefront {
namespace {

struct Words {
    std::optional<std::string> name;
    std::optional<std::string> reason;
    bool form = false;
};

Words wordsOf(Request& request) {
    Words words;
    words.form = isForm(request);
    if (words.form) {
        const auto form = parseForm(request.rawInput());
        if (!form) {
            throw ApiError(400, "body-invalid");
        }
        words.name = fieldOf(*form, "name");
        words.reason = fieldOf(*form, "reason");
    } else {
        words.name = request.body().optionalText("name");
        words.reason = request.body().optionalText("reason");
    }
    return words;
}

/// `command` answers the quote, and gives it as it is then.
template <class Command>
Response answer(Request& request, bool isOffered, const std::string& token, Command command) {
    const Words words = wordsOf(request);
    // Only quotes can be answered; other documents have no such address.
    if (publicKind(request) != PublicKind::Quote || !isOffered) {
        throw ApiError(404, "document-not-found");
    }
    recordOfToken(request);
    calls::sales::Quote quote;
    read(command(QuoteId::parseOrNil(request.path("documentId")), words), bind::Place("answered quote"),
         quote);
    const PublicRecord record = std::move(quote);
    const PublicDocument shown = publicDocument(request, record);
    if (wantsJson(request, !words.form)) {
        return Response::json(200, publicJson(shown));
    }
    return htmlResponse(200, documentPage(shown, readerOf(request, record), token));
}

} // namespace

Response acceptPublicDocument(Request& request, const api::AcceptPublicDocumentParameters& parameters) {
    return answer(request, calls::sales::offersQuotesAccept(request), parameters.token,
                  [&](QuoteId id, const Words& words) {
                      return calls::sales::quotesAccept(
                          request,
                          {.id = id,
                           .acceptedBy = std::string(toText(calls::sales::QuoteAcceptedBy::Customer)),
                           .name = words.name});
                  });
}

Response declinePublicDocument(Request& request, const api::DeclinePublicDocumentParameters& parameters) {
    return answer(request, calls::sales::offersQuotesDecline(request), parameters.token,
                  [&](QuoteId id, const Words& words) {
                      return calls::sales::quotesDecline(
                          request,
                          {.id = id,
                           .declinedBy = std::string(toText(calls::sales::QuoteDeclinedBy::Customer)),
                           .name = words.name,
                           .reason = words.reason});
                  });
}

} // namespace svc::storefront
