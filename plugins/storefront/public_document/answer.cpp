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
    words.form =
        request.header("Content-Type").value_or("").find("x-www-form-urlencoded") != std::string_view::npos;
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

Response answer(Request& request, std::string_view command, const std::string& token) {
    const Words words = wordsOf(request);
    // Only quotes can be answered; other documents have no such address.
    if (request.path("documentKind") != "quote" || !request.offers(command)) {
        throw ApiError(404, "document-not-found");
    }
    recordOfToken(request);
    const Json record = request.command(command, Json::object({{"id", request.path("documentId")},
                                                               {"acceptedBy", "customer"},
                                                               {"declinedBy", "customer"},
                                                               {"name", words.name},
                                                               {"reason", words.reason}}));
    const Json shown = publicDocument(request, "quote", record);
    if (wantsJson(request, !words.form)) {
        return Response::json(200, shown);
    }
    return htmlResponse(200, documentPage(shown, readerOf(request, record), token));
}

} // namespace

Response acceptPublicDocument(Request& request, const api::AcceptPublicDocumentParameters& parameters) {
    return answer(request, "quotes.accept", parameters.token);
}

Response declinePublicDocument(Request& request, const api::DeclinePublicDocumentParameters& parameters) {
    return answer(request, "quotes.decline", parameters.token);
}

} // namespace svc::storefront
