#pragma once

#include <string_view>

#include <bindings.hpp>

#include "public_document/rules/page.hpp"

namespace svc::storefront {

/// A document as its reader sees it: what is printed on it, and no more of the record.
/// `{ kind, seller, document, pdfUrl, paymentUrl, actions }`; the kinds are sale and quote.
Json publicDocument(Call& call, std::string_view kind, const Json& record);

/// The record behind the token of the path; refuses with 404 document-not-found.
Json recordOfToken(Request& request);

/// In whose words and forms the page of the record is written for who asks for it.
paper::Reader readerOf(Request& request, const Json& record);

} // namespace svc::storefront
