#pragma once

#include "host/core/catalogue.hpp"

namespace svc::host::api {

/// Offers `archive.attachments`: `{ from, to }` → `{}`, the files attached to documents of a period in the
/// archive that is being made (regimes/common/accounting/archive.hpp). A document without a date belongs to
/// the day on which the file was attached.
void offerAttachmentArchive(Catalogue& catalogue);

} // namespace svc::host::api
