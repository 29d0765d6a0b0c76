#pragma once

#include <string_view>

#include <bindings.hpp>

#include "public_document/rules/page.hpp"

namespace svc::storefront {

/// A document as shown to its reader: only what is printed on it. `{ kind, seller, document, pdfUrl,
/// paymentUrl, actions }`; the kinds are sale and quote.
Json publicDocument(Call& call, PublicKind kind, const Json& record);

/// The kind of the document of the path; nothing when it has no public page.
std::optional<PublicKind> publicKind(const Request& request);

/// The record of the token in the path; refuses with 404 document-not-found.
Json recordOfToken(Request& request);

/// The language and formats of the page of the record for this request.
paper::Reader readerOf(Request& request, const Json& record);

} // namespace svc::storefront
