#include "file/store.hpp"

#include <svc/columns.hpp>
#include <svc/encoding.hpp>

#include "file/rules/file_name.hpp"

namespace svc::it_fatturapa {
namespace {

const Table Files("it_fatturapa.file", columnWrittenOnce("sequence", &StoredFile::sequence),
                  column("name", &StoredFile::name), column("document", &StoredFile::document),
                  column("submission", &StoredFile::submission), column("to_public", &StoredFile::toPublic),
                  column("xml", &StoredFile::xml), column("signed_message", &StoredFile::signedMessage),
                  column("channel_id", &StoredFile::channelId), column("sdi_id", &StoredFile::sdiId),
                  column("state", &StoredFile::state), column("written_at", &StoredFile::writtenAt));
const std::string SelectFiles =
    "SELECT " + Files.select("f") + " FROM it_fatturapa.file f WHERE f.company_id = $1";

/// The newest file that matches.
template <class Value>
std::optional<StoredFile> find(Call& call, std::string_view condition, const Value& value,
                               std::string_view lock = " FOR UPDATE") {
    const std::string sql =
        SelectFiles + std::string(condition) + " ORDER BY f.sequence DESC LIMIT 1" + std::string(lock);
    const Rows rows = call.db().query(sql, call.companyId(), value);
    return rows.empty() ? std::nullopt : std::optional(Files.read(rows[0]));
}

} // namespace

std::string StoredFile::sent() const {
    return signedMessage ? base64Decode(*signedMessage).value() : xml;
}

std::int64_t takeSequence(Call& call) {
    const Rows rows =
        call.db().query("INSERT INTO it_fatturapa.counter AS c (company_id, sequence) VALUES ($1, 1)"
                        " ON CONFLICT (company_id) DO UPDATE SET sequence = c.sequence + 1"
                        " RETURNING sequence",
                        call.companyId());
    return rows[0].integer(0);
}

void insertFile(Call& call, const StoredFile& file) {
    call.db().send("INSERT INTO it_fatturapa.file (company_id, sequence, name, stem, document, submission,"
                   " to_public, xml, signed_message, state, written_at)"
                   " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'written', $10)",
                   call.companyId(), file.sequence, file.name, stemOf(file.name), file.document,
                   file.submission, file.toPublic, file.xml, file.signedMessage, call.now());
}

std::optional<StoredFile> fileOfSubmission(Call& call, std::string_view submission) {
    return find(call, " AND f.submission = $2", submission);
}

std::optional<StoredFile> latestFile(Call& call, std::string_view document) {
    return find(call, " AND f.document = $2", document);
}

std::optional<StoredFile> fileAt(Call& call, std::int64_t sequence) {
    return find(call, " AND f.sequence = $2", sequence);
}

std::optional<StoredFile> fileNamed(Call& call, std::string_view name) {
    return find(call, " AND f.stem = $2", stemOf(name));
}

std::optional<StoredFile> readFileNamed(Call& call, std::string_view name) {
    return find(call, " AND f.stem = $2", stemOf(name), "");
}

std::optional<StoredFile> fileOfSdi(Call& call, std::string_view sdiId) {
    return find(call, " AND f.sdi_id = $2", sdiId);
}

void claimFile(Call& call, const StoredFile& file, std::string_view submission) {
    call.db().send("UPDATE it_fatturapa.file SET submission = $3 WHERE company_id = $1 AND sequence = $2",
                   call.companyId(), file.sequence, submission);
}

void markSent(Call& call, const StoredFile& file, std::string_view channelId) {
    call.db().send("UPDATE it_fatturapa.file SET channel_id = $3,"
                   " state = CASE state WHEN 'written' THEN 'sent' ELSE state END"
                   " WHERE company_id = $1 AND sequence = $2",
                   call.companyId(), file.sequence, channelId);
}

void markState(Call& call, const StoredFile& file, FileState state) {
    call.db().send("UPDATE it_fatturapa.file SET state = $3 WHERE company_id = $1 AND sequence = $2",
                   call.companyId(), file.sequence, toText(state));
}

void markSdiId(Call& call, const StoredFile& file, std::string_view sdiId) {
    call.db().send("UPDATE it_fatturapa.file SET sdi_id = $3 WHERE company_id = $1 AND sequence = $2",
                   call.companyId(), file.sequence, sdiId);
}

} // namespace svc::it_fatturapa
