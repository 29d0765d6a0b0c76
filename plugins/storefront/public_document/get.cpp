#include "page/response.hpp"
#include "public_document/rules/page.hpp"
#include "public_document/view.hpp"

namespace svc::storefront {

Response readPublicDocument(Request& request, const api::ReadPublicDocumentParameters& parameters) {
    const Json shown = publicDocument(request, request.path("documentKind"), recordOfToken(request));
    if (wantsJson(request, false)) {
        return Response::json(200, shown).header("Vary", "Accept");
    }
    return htmlResponse(200, documentPage(shown, request.language(), parameters.token))
        .header("Vary", "Accept, Accept-Language");
}

} // namespace svc::storefront
