#include "message/store.hpp"

#include <svc/columns.hpp>

namespace svc::it_fatturapa {
namespace {

/// A message with its database columns.
struct KeptMessage : Message {
    std::string code; ///< of its kind
    Json toldErrors;  ///< [{ code, text }]
};
const Table Messages("it_fatturapa.message", columnWrittenOnce("kind", &KeptMessage::code),
                     column("message_id", &Message::messageId), column("sdi_id", &Message::sdiId),
                     column("at", &Message::at), column("refused_by_buyer", &Message::refusedByBuyer),
                     column("errors", &KeptMessage::toldErrors), column("text", &Message::text));
const std::string MessagesSql = "SELECT " + Messages.select("m") +
                                " FROM it_fatturapa.message m WHERE m.company_id = $1"
                                " AND m.file_sequence = $2 ORDER BY m.ordinal";

} // namespace

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
    for (const Row row : call.db().query(MessagesSql, call.companyId(), file.sequence)) {
        KeptMessage message = Messages.read(row);
        message.kind = kindOf(message.code).value_or(MessageKind::Metadata);
        message.fileName = file.name;
        for (const Json& error : message.toldErrors.items()) {
            message.errors.push_back({error.textOr("code"), error.textOr("text")});
        }
        messages.push_back(std::move(message));
    }
    return messages;
}

} // namespace svc::it_fatturapa
