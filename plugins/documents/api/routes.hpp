#pragma once

#include <svc/http.hpp>

namespace svc::documents {

Response invoicePdfRoute(Request& request);
Response invoiceUblRoute(Request& request);
Response invoiceCiiRoute(Request& request);
Response invoiceValidationRoute(Request& request);
Response creditNotePdfRoute(Request& request);
Response creditNoteUblRoute(Request& request);
Response creditNoteCiiRoute(Request& request);
Response quotePdfRoute(Request& request);
/// The same page for whoever holds the public address of a sale or a quote.
Response publicPdfRoute(Request& request);
Response deliveryPdfRoute(Request& request);
Response orderPdfRoute(Request& request);
Response statementPdfRoute(Request& request);

Response readLookRoute(Request& request);
Response writeLookRoute(Request& request);

/// `documents.pdf`: `{ kind: sale | quote | credit_note | purchase, id, language? }` → `{ fileName,
/// contentType, content
/// }` with the content in base64: attachments of mails.
Json pdfCommand(Call& call, const Json& input);
/// Errors of the rules instead of the content, when there are any.
Json xmlCommand(Call& call, const Json& input);

/// `archive.documents`: invoices and credit notes of a period in the archive for an auditor. Every file that
/// was given out as it was kept, and where there is none yet a PDF and an XML file, which are not kept: so
/// reading an archive writes nothing.
Json archiveCommand(Call& call, const Json& input);

} // namespace svc::documents
