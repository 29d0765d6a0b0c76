#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <svc/id.hpp>

#include "host/core/catalogue.hpp"
#include "host/core/unit_of_work.hpp"

namespace svc::host::api {

/// Characters of base 64 in one part of a file; a multiple of four, so that a part is whole bytes.
inline constexpr std::size_t AttachmentPartLength = 349'524;

struct NewAttachment {
    std::string kind;
    std::string documentId;
    std::string fileName;
    std::string contentType;
    std::int64_t size = 0;
    std::string sha256; ///< 32 bytes
    bool kept = false;  ///< it cannot be deleted
};

/// Writes the attachment's row and a line in the history of its document. Throws ApiError
/// `plan-limit:attachments-mb:<n>`.
Uuid insertAttachment(UnitOfWork& work, const NewAttachment& attachment);
/// `content`: base 64 of at most AttachmentPartLength characters; parts are numbered from 0.
void insertAttachmentPart(UnitOfWork& work, const Uuid& id, std::int64_t number, std::string_view content);

/// Offers `attachments.keep`, `attachments.part` and `attachments.read` to plugins
/// (sdk/include/svc/file_parts.hpp).
void offerAttachments(Catalogue& catalogue);

} // namespace svc::host::api
