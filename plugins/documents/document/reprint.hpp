#pragma once

#include "document/files.hpp"

namespace svc::documents {

/// Tells the sealed journal, where there is one, that a paper of the document is given out again: one is kept
/// already, or this is a copy of how the document stands now. To be called before the paper is drawn.
void tellReprint(Call& call, InvoiceKind kind, const Uuid& documentId, const std::string& number, bool ticket,
                 api::DocumentState state);

} // namespace svc::documents
