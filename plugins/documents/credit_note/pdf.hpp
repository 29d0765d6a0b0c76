#pragma once

#include "document/files.hpp"
#include "document/store.hpp"

namespace svc::documents {

StoredFile creditNotePdf(Call& call, const CreditNoteRecord& note, const SaleRecord& sale,
                         const std::string& language, const Routing& routing = {});

} // namespace svc::documents
