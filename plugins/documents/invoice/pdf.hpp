#pragma once

#include "document/files.hpp"
#include "document/store.hpp"

namespace svc::documents {

StoredFile salePdf(Call& call, const SaleRecord& sale, const std::string& language, bool ticket,
                   const Routing& routing = {});
/// The invoice of a sale as a page or a ticket, as it was issued or as it stands now.
Response invoicePdf(Request& request, const SaleRecord& sale, bool ticket, api::DocumentState state);

} // namespace svc::documents
