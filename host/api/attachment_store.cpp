#include "host/api/attachment_store.hpp"

#include <svc/encoding.hpp>
#include <svc/error.hpp>
#include <svc/json.hpp>
#include <svc/text.hpp>

#include "host/api/context.hpp"
#include "host/auth/digest.hpp"
#include "host/db/transaction.hpp"

namespace svc::host::api {
namespace {

constexpr std::int64_t Megabyte = 1024 * 1024;
constexpr std::size_t DigestLength = 32;

constexpr std::string_view Insert =
    "INSERT INTO svc.attachment (company_id, id, kind, document_id, file_name, content_type, size, sha256,"
    " created_at, created_by_kind, created_by_id, kept) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,"
    " $12)";
constexpr std::string_view InsertPart =
    "INSERT INTO svc.attachment_part (company_id, attachment_id, number, bytes)"
    " VALUES ($1, $2, $3, decode($4, 'base64'))";
constexpr std::string_view AddUse =
    "INSERT INTO svc.attachment_use AS u (company_id, bytes) VALUES ($1, $2)"
    " ON CONFLICT (company_id) DO UPDATE SET bytes = u.bytes + excluded.bytes RETURNING bytes";
constexpr std::string_view ReadPart =
    "SELECT translate(encode(bytes, 'base64'), E'\\n', '') FROM svc.attachment_part"
    " WHERE company_id = $1 AND attachment_id = $2 AND number = $3";

std::string companyOf(const UnitOfWork& work) {
    return work.company().id.toString();
}

/// Adds to the counter of stored bytes; its row stays locked until the commit.
void countUse(UnitOfWork& work, std::int64_t size) {
    const db::Rows rows = work.db().query(AddUse, {companyOf(work), std::to_string(size)});
    const std::int64_t allowed = work.services().planLimit(work.company().plan, "attachments-mb");
    if (allowed >= 0 && parseInt64(rows.text(0, 0)).value_or(0) > allowed * Megabyte) {
        throw ApiError(400, "plan-limit", {"attachments-mb", std::to_string(allowed)});
    }
}

Uuid idIn(const Json& input) {
    const auto id = decodeId("att", input.textOr("id"));
    if (!id) {
        throw Fault("the identifier of an attachment is missing");
    }
    return *id;
}

std::string keep(UnitOfWork& work, const Json& input) {
    const auto digest = hexDecode(input.textOr("sha256"));
    if (!digest || digest->size() != DigestLength) {
        throw Fault("attachments.keep: sha256 is not 64 hexadecimal digits");
    }
    const Uuid id = insertAttachment(work, {.kind = input.textOr("kind"),
                                            .documentId = input.textOr("documentId"),
                                            .fileName = input.textOr("fileName"),
                                            .contentType = input.textOr("contentType"),
                                            .size = input["size"].integer(),
                                            .sha256 = *digest,
                                            .kept = true});
    return Json::object({{"id", encodeId("att", id)}}).dump();
}

std::string addPart(UnitOfWork& work, const Json& input) {
    const std::string& content = input["content"].text();
    if (content.size() > AttachmentPartLength) {
        throw Fault("attachments.part: more than " + std::to_string(AttachmentPartLength) + " characters");
    }
    insertAttachmentPart(work, idIn(input), input["number"].integer(), content);
    return "{}";
}

std::string readPart(UnitOfWork& work, const Json& input) {
    const db::Rows rows = work.db().query(
        ReadPart, {companyOf(work), idIn(input).toString(), std::to_string(input["number"].integer())});
    return Json::object({{"content", rows.empty() ? Json() : Json(rows.text(0, 0))}}).dump();
}

} // namespace

Uuid insertAttachment(UnitOfWork& work, const NewAttachment& attachment) {
    countUse(work, attachment.size);
    const Uuid id = work.newId();
    const Actor& actor = work.actor();
    SqlArgs args;
    args.add(companyOf(work)).add(id).add(attachment.kind).add(attachment.documentId);
    args.add(attachment.fileName).add(attachment.contentType).add(attachment.size);
    args.add(auth::byteaText(attachment.sha256)).add(work.now()).add(actor.kindText());
    args.add(actor.kind == Actor::Kind::None ? std::nullopt : std::optional(actor.id));
    args.add(attachment.kept);
    work.db().send(Insert, args);
    const Json change =
        Json::object({{"field", "attachment"}, {"from", nullptr}, {"to", attachment.fileName}});
    work.history(attachment.kind, attachment.documentId, "attachment.added", Json::array({change}).dump());
    return id;
}

void insertAttachmentPart(UnitOfWork& work, const Uuid& id, std::int64_t number, std::string_view content) {
    work.db().query(InsertPart, {companyOf(work), id.toString(), std::to_string(number), content});
}

void offerAttachments(Catalogue& catalogue) {
    const auto offer = [&](const char* name, std::string (*run)(UnitOfWork&, const Json&)) {
        catalogue.add(Command{name, "host", [run](UnitOfWork& work, std::string_view text) {
                                  return run(work, Json::parse(text));
                              }});
    };
    offer("attachments.keep", keep);
    offer("attachments.part", addPart);
    offer("attachments.read", readPart);
}

} // namespace svc::host::api
