#include "quote/view.hpp"

#include "quote/store.hpp"
#include "sale/store/follow.hpp"

namespace svc::sales {

std::vector<Quote> shown(Call& call, std::vector<Quote> quotes) {
    if (quotes.empty() || !calls::host::offersPublicLink(call)) {
        return quotes;
    }
    Json documents = Json::array();
    for (const Quote& quote : quotes) {
        documents.push(Json::object({{"kind", "quote"}, {"id", quote.id}}));
    }
    const Json answer = calls::host::publicLink(call, Json::object({{"documents", std::move(documents)}}));
    for (std::size_t i = 0; i < quotes.size(); ++i) {
        quotes[i].publicUrl = answer["links"].at(i).optionalText("url");
    }
    return quotes;
}

Quote shown(Call& call, Quote quote) {
    std::vector<Quote> quotes;
    quotes.push_back(std::move(quote));
    return shown(call, std::move(quotes)).front();
}

Answer<200, Quote> answerOf(const Quote& quote) {
    return Answer<200, Quote>(quote).etag(quote.version);
}

std::optional<commands::NamedDocument> commands::documentQuote(Call& call,
                                                               const commands::DocumentQuoteInput& input) {
    return nameOfQuote(call, input.id);
}

} // namespace svc::sales
