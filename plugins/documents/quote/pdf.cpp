#include "quote/pdf.hpp"

#include "document/files.hpp"
#include "document/fill.hpp"
#include "document/rendering.hpp"
#include "look/store.hpp"

namespace svc::documents {

QuoteRecord requireQuote(Call& call, QuoteId id, const char* absent) {
    auto quote =
        calls::sales::offersQuotesGet(call) ? calls::sales::quotesGet(call, {.id = id}) : std::nullopt;
    if (!quote) {
        throw ApiError(404, absent);
    }
    return *std::move(quote);
}

StoredFile quotePdf(Call& call, const QuoteRecord& quote, const std::string& language) {
    const Invoice document = quoteOf(call, quote);
    OtherFacts facts;
    facts.kind = Kind::Quote;
    facts.until = quote.validUntil;
    const Paper paper =
        composeOther(document, facts, wordingOf(document, language), language, findLook(call).look);
    return writePaper(paper, document.seller.name);
}

Response getQuotePdf(Request& request, const api::GetQuotePdfParameters& parameters) {
    const QuoteRecord quote = requireQuote(request, parameters.quoteId);
    return pdfResponse(quotePdf(request, quote, languageOf(request, quote.partnerId)));
}

} // namespace svc::documents
