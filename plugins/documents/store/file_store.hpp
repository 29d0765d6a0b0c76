#pragma once

#include <functional>
#include <optional>
#include <string>

#include <svc/call.hpp>

namespace svc::documents {

/// A document that is kept as it was first written.
struct StoredFile {
    std::string name;
    std::string contentType;
    std::string content;
    std::string sha256; ///< 64 hex digits
};

struct FileKey {
    std::string kind; ///< sale
    Uuid documentId;
    std::string form;     ///< pdf:fr:a4
    std::string revision; ///< text of what may still be edited; its digest is kept
};

/// The stored document, or the one that `write` makes, stored. Two that write at once keep the first one.
StoredFile findOrWrite(Call& call, const FileKey& key, const std::function<StoredFile()>& write);

} // namespace svc::documents
