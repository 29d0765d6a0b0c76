#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// Is a PDF of the document kept, of whatever form or revision?
bool hasPaper(Call& call, std::string_view kind, const Uuid& documentId);

/// A file that is kept, under its form (`pdf:fr:a4`).
struct KeptFile {
    std::string form;
    StoredFile file;
};

/// All files of a document, those of earlier revisions first.
std::vector<KeptFile> filesOf(Call& call, std::string_view kind, const Uuid& documentId);

} // namespace svc::documents
