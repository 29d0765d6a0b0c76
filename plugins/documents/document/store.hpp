#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

namespace svc::documents {

/// A stored file, kept as it was first written.
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
    std::string revision; ///< the fields that may still be edited; their digest is stored
};

/// The stored file, or the result of `write`, which is then stored. If two calls write at once, the first
/// file stays.
StoredFile findOrWrite(Call& call, const FileKey& key, const std::function<StoredFile()>& write);

/// Is a PDF of the document stored, of any form or revision?
bool hasPaper(Call& call, std::string_view kind, const Uuid& documentId);

/// A stored file under its form (`pdf:fr:a4`).
struct KeptFile {
    std::string form;
    StoredFile file;
};

/// All files of a document, those of earlier revisions first.
std::vector<KeptFile> filesOf(Call& call, std::string_view kind, const Uuid& documentId);

} // namespace svc::documents
