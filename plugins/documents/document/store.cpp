#include "document/store.hpp"

#include <stdexcept>

#include <svc/columns.hpp>
#include <svc/encoding.hpp>

namespace svc::documents {
namespace {

/// A row; the content as hexadecimal digits.
struct FileRow {
    std::string form{};
    std::string name{};
    std::string contentType{};
    std::string content{};
    std::string sha256{};
};
const Table Files("documents.file", columnWrittenOnce("form", &FileRow::form),
                  column("file_name", &FileRow::name), column("content_type", &FileRow::contentType),
                  column("content", &FileRow::content), column("sha256", &FileRow::sha256));

/// Files of the document $2 of the kind $3 that meet the condition.
std::string selectFiles(std::string_view condition) {
    return "SELECT " + Files.select("x") +
           " FROM (SELECT form, file_name, content_type, encode(content, 'hex') AS content,"
           " encode(sha256, 'hex') AS sha256, created_at FROM documents.file"
           " WHERE company_id = $1 AND document_id = $2 AND kind = $3" +
           std::string(condition) + ") x";
}

KeptFile fileFrom(const Row& row) {
    FileRow file = Files.read(row);
    return {std::move(file.form),
            {std::move(file.name), std::move(file.contentType), hexDecode(file.content).value(),
             std::move(file.sha256)}};
}

std::optional<StoredFile> find(Call& call, const FileKey& key) {
    static const std::string sql =
        selectFiles(" AND form = $4 AND revision = encode(sha256(convert_to($5, 'UTF8')), 'hex')");
    const Rows rows =
        call.db().query(sql, call.companyId(), key.documentId, key.kind, key.form, key.revision);
    return rows.empty() ? std::nullopt : std::optional(fileFrom(rows[0]).file);
}

} // namespace

std::vector<KeptFile> filesOf(Call& call, std::string_view kind, const Uuid& documentId) {
    static const std::string sql = selectFiles("") + " ORDER BY x.created_at, x.form";
    std::vector<KeptFile> files;
    for (const Row row : call.db().query(sql, call.companyId(), documentId, kind)) {
        files.push_back(fileFrom(row));
    }
    return files;
}

bool hasPaper(Call& call, std::string_view kind, const Uuid& documentId) {
    return call.db()
        .query("SELECT EXISTS (SELECT FROM documents.file WHERE company_id = $1 AND document_id = $2"
               " AND kind = $3 AND form LIKE 'pdf:%')",
               call.companyId(), documentId, kind)[0]
        .boolean(0);
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
