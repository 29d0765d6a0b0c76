#pragma once

#include "document/files.hpp"

namespace svc::documents {

/// Reports a reprint to the sealed journal, where there is one: a file of the document is stored already, or
/// this is a copy of its current state. To be called before the document is drawn.
void tellReprint(Call& call, InvoiceKind kind, const Uuid& documentId, const std::string& number, bool ticket,
                 api::DocumentState state);

} // namespace svc::documents
