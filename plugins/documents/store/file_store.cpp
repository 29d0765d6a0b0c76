#include "store/file_store.hpp"

#include <stdexcept>

#include <svc/encoding.hpp>

namespace svc::documents {
namespace {

constexpr std::string_view FileColumns =
    "file_name, content_type, encode(content, 'hex'), encode(sha256, 'hex')";

StoredFile fileFrom(const Row& row) {
    return {std::string(row.text(0)), std::string(row.text(1)), hexDecode(row.text(2)).value(),
            std::string(row.text(3))};
}

std::optional<StoredFile> find(Call& call, const FileKey& key) {
    const std::string sql = "SELECT " + std::string(FileColumns) +
                            " FROM documents.file WHERE company_id = $1 AND document_id = $2 AND form = $3"
                            " AND revision = encode(sha256(convert_to($4, 'UTF8')), 'hex') AND kind = $5";
    const Rows rows =
        call.db().query(sql, call.companyId(), key.documentId, key.form, key.revision, key.kind);
    return rows.empty() ? std::nullopt : std::optional(fileFrom(rows[0]));
}

} // namespace

std::vector<KeptFile> filesOf(Call& call, std::string_view kind, const Uuid& documentId) {
    const std::string sql = "SELECT " + std::string(FileColumns) +
                            ", form FROM documents.file"
                            " WHERE company_id = $1 AND document_id = $2 AND kind = $3"
                            " ORDER BY created_at, form";
    std::vector<KeptFile> files;
    for (const Row row : call.db().query(sql, call.companyId(), documentId, kind)) {
        files.push_back({std::string(row.text(4)), fileFrom(row)});
    }
    return files;
}

StoredFile findOrWrite(Call& call, const FileKey& key, const std::function<StoredFile()>& write) {
    if (auto found = find(call, key)) {
        return std::move(*found);
    }
    const StoredFile written = write();
    call.db().query(
        "INSERT INTO documents.file (company_id, kind, document_id, form, revision, file_name,"
        " content_type, content, sha256, created_at)"
        " SELECT $1, $2, $3, $4, encode(sha256(convert_to($5, 'UTF8')), 'hex'), $6, $7, c, sha256(c), $9"
        " FROM decode($8, 'hex') c"
        " ON CONFLICT DO NOTHING",
        call.companyId(), key.kind, key.documentId, key.form, key.revision, written.name, written.contentType,
        hexEncode(written.content), call.now());
    auto stored = find(call, key);
    if (!stored) {
        throw std::logic_error("a document that was just stored is not there");
    }
    return std::move(*stored);
}

} // namespace svc::documents
