#pragma once

#include <string_view>
#include <variant>

#include <bindings.hpp>

#include "public_document/rules/page.hpp"

namespace svc::storefront {

/// A record that may have a public page.
using PublicRecord = std::variant<calls::sales::Sale, calls::sales::Quote>;

/// A document as shown to its reader: only what is printed on it.
PublicDocument publicDocument(Call& call, const PublicRecord& record);
/// The same as JSON: PublicDocument of openapi.yaml.
Json publicJson(const PublicDocument& shown);

/// The kind of the document of the path; nothing when it has no public page.
std::optional<PublicKind> publicKind(const Request& request);

/// The record of the token in the path; refuses with 404 document-not-found.
PublicRecord recordOfToken(Request& request);

/// The language and formats of the page of the record for this request.
paper::Reader readerOf(Request& request, const PublicRecord& record);

} // namespace svc::storefront
