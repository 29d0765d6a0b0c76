#include "store/file_store.hpp"

#include <array>

#include "domain/file_name.hpp"

namespace svc::fatturapa {
namespace {

#define SVC_FILE_COLUMNS                                                                                     \
    "sequence, name, document, submission, to_public, xml, channel_id, sdi_id, state, written_at"

constexpr std::array<std::string_view, 4> States = {"written", "sent", "accepted", "rejected"};

constexpr std::string_view FindSql =
    "SELECT " SVC_FILE_COLUMNS " FROM it_fatturapa.file WHERE company_id = $1";

FileState stateOf(std::string_view text) {
    for (std::size_t i = 0; i < States.size(); ++i) {
        if (States[i] == text) {
            return static_cast<FileState>(i);
        }
    }
    return FileState::Written;
}

StoredFile fileOf(const Row& row) {
    std::uint32_t at = 0;
    StoredFile file;
    file.sequence = row.integer(at++);
    file.name = row.text(at++);
    file.document = row.text(at++);
    file.submission = row.optionalString(at++);
    file.toPublic = row.boolean(at++);
    file.xml = row.text(at++);
    file.channelId = row.optionalString(at++);
    file.sdiId = row.optionalString(at++);
    file.state = stateOf(row.text(at++));
    file.writtenAt = row.instant(at);
    return file;
}

/// The newest file that fits.
template <class Value>
std::optional<StoredFile> find(Call& call, std::string_view condition, const Value& value,
                               std::string_view lock = " FOR UPDATE") {
    const std::string sql =
        std::string(FindSql) + std::string(condition) + " ORDER BY sequence DESC LIMIT 1" + std::string(lock);
    const Rows rows = call.db().query(sql, call.companyId(), value);
    return rows.empty() ? std::nullopt : std::optional(fileOf(rows[0]));
}

} // namespace

std::int64_t takeSequence(Call& call) {
    const Rows rows =
        call.db().query("INSERT INTO it_fatturapa.counter AS c (company_id, sequence) VALUES ($1, 1)"
                        " ON CONFLICT (company_id) DO UPDATE SET sequence = c.sequence + 1"
                        " RETURNING sequence",
                        call.companyId());
    return rows[0].integer(0);
}

void insertFile(Call& call, const StoredFile& file) {
    call.db().send(
        "INSERT INTO it_fatturapa.file (company_id, sequence, name, stem, document, submission,"
        " to_public, xml, state, written_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'written', $9)",
        call.companyId(), file.sequence, file.name, stemOf(file.name), file.document, file.submission,
        file.toPublic, file.xml, call.now());
}

std::optional<StoredFile> fileOfSubmission(Call& call, std::string_view submission) {
    return find(call, " AND submission = $2", submission);
}

std::optional<StoredFile> latestFile(Call& call, std::string_view document) {
    return find(call, " AND document = $2", document);
}

std::optional<StoredFile> fileAt(Call& call, std::int64_t sequence) {
    return find(call, " AND sequence = $2", sequence);
}

std::optional<StoredFile> fileNamed(Call& call, std::string_view name) {
    return find(call, " AND stem = $2", stemOf(name));
}

std::optional<StoredFile> readFileNamed(Call& call, std::string_view name) {
    return find(call, " AND stem = $2", stemOf(name), "");
}

std::optional<StoredFile> fileOfSdi(Call& call, std::string_view sdiId) {
    return find(call, " AND sdi_id = $2", sdiId);
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
                   call.companyId(), file.sequence, States[static_cast<std::size_t>(state)]);
}

void markSdiId(Call& call, const StoredFile& file, std::string_view sdiId) {
    call.db().send("UPDATE it_fatturapa.file SET sdi_id = $3 WHERE company_id = $1 AND sequence = $2",
                   call.companyId(), file.sequence, sdiId);
}

bool keepMessage(Call& call, const StoredFile& file, const Message& message, std::string_view content) {
    Json errors = Json::array();
    for (const MessageError& error : message.errors) {
        errors.push(Json::object({{"code", error.code}, {"text", error.text}}));
    }
    const Rows rows = call.db().query(
        "INSERT INTO it_fatturapa.message (company_id, file_sequence, kind, message_id, ordinal, sdi_id, at,"
        " refused_by_buyer, errors, text, content, received_at) SELECT $1, $2, $3, $4,"
        " (SELECT count(*) FROM it_fatturapa.message WHERE company_id = $1 AND file_sequence = $2),"
        " $5, $6, $7, $8, $9, $10, $11 ON CONFLICT DO NOTHING RETURNING kind",
        call.companyId(), file.sequence, codeOf(message.kind),
        message.messageId.empty() ? message.sdiId : message.messageId, message.sdiId, message.at,
        message.refusedByBuyer, errors.dump(), message.text, content, call.now());
    return !rows.empty();
}

std::vector<Message> messagesOf(Call& call, const StoredFile& file) {
    std::vector<Message> messages;
    for (const Row row : call.db().query(
             "SELECT kind, message_id, sdi_id, at, refused_by_buyer, errors, text FROM it_fatturapa.message"
             " WHERE company_id = $1 AND file_sequence = $2 ORDER BY ordinal",
             call.companyId(), file.sequence)) {
        Message message;
        message.kind = kindOf(row.text(0)).value_or(MessageKind::Metadata);
        message.messageId = row.text(1);
        message.sdiId = row.text(2);
        message.fileName = file.name;
        message.at = row.text(3);
        message.refusedByBuyer = row.boolean(4);
        message.text = row.text(6);
        const Json errors = Json::parse(row.text(5));
        for (const Json& error : errors.items()) {
            message.errors.push_back({error.textOr("code"), error.textOr("text")});
        }
        messages.push_back(std::move(message));
    }
    return messages;
}

} // namespace svc::fatturapa
