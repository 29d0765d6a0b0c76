#pragma once

#include "document/files.hpp"
#include "document/store.hpp"

namespace svc::documents {

StoredFile salePdf(Call& call, const SaleRecord& sale, const std::string& language, bool ticket,
                   const Routing& routing = {});
/// The invoice of a sale on sheets or as a ticket, as it was issued or in its current state.
Response invoicePdf(Request& request, const SaleRecord& sale, bool ticket, api::DocumentState state);

} // namespace svc::documents
