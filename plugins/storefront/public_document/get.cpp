#include "page/response.hpp"
#include "public_document/view.hpp"

namespace svc::storefront {

Response readPublicDocument(Request& request, const api::ReadPublicDocumentParameters& parameters) {
    const PublicRecord record = recordOfToken(request);
    const PublicDocument shown = publicDocument(request, record);
    if (wantsJson(request, false)) {
        return Response::json(200, publicJson(shown)).header("Vary", "Accept");
    }
    return htmlResponse(200, documentPage(shown, readerOf(request, record), parameters.token))
        .header("Vary", "Accept, Accept-Language");
}

} // namespace svc::storefront
