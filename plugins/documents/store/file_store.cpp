#include "store/file_store.hpp"

#include <stdexcept>

#include <svc/columns.hpp>
#include <svc/encoding.hpp>

namespace svc::documents {
namespace {

const Table Files("files", columnWrittenOnce("file_name", &StoredFile::name),
                  column("content_type", &StoredFile::contentType), column("content", &StoredFile::content),
                  column("sha256", &StoredFile::sha256));
const std::string SelectFiles =
    "SELECT " + Files.select("x") +
    ", x.form FROM (SELECT file_name, content_type, encode(content, 'hex') AS content,"
    " encode(sha256, 'hex') AS sha256, form, created_at FROM documents.file"
    " WHERE company_id = $1 AND document_id = $2 AND kind = $3";
const std::string FindFileSql =
    SelectFiles + " AND form = $4 AND revision = encode(sha256(convert_to($5, 'UTF8')), 'hex')) x";
const std::string FilesOfSql = SelectFiles + ") x ORDER BY x.created_at, x.form";

/// The content comes as hex digits.
StoredFile fileFrom(const Row& row) {
    StoredFile file = Files.read(row);
    file.content = hexDecode(file.content).value();
    return file;
}

std::optional<StoredFile> find(Call& call, const FileKey& key) {
    const Rows rows =
        call.db().query(FindFileSql, call.companyId(), key.documentId, key.kind, key.form, key.revision);
    return rows.empty() ? std::nullopt : std::optional(fileFrom(rows[0]));
}

} // namespace

std::vector<KeptFile> filesOf(Call& call, std::string_view kind, const Uuid& documentId) {
    std::vector<KeptFile> files;
    for (const Row row : call.db().query(FilesOfSql, call.companyId(), documentId, kind)) {
        files.push_back({std::string(row.text(Files.width())), fileFrom(row)});
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
