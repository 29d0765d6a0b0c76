// Routes that upload, list, download and delete files attached to documents.
#include "host/api/attachment_store.hpp"
#include "host/api/context.hpp"
#include "host/api/documents.hpp"
#include "host/auth/digest.hpp"

#include <svc/content_disposition.hpp>
#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include <algorithm>
#include <array>

namespace svc::host::api {
namespace {

constexpr std::size_t LargestFile = 10 * 1024 * 1024;
constexpr std::array<std::string_view, 5> ContentTypes = {"application/pdf", "image/jpeg", "image/png",
                                                          "text/csv", "application/xml"};
constexpr std::string_view NotFound = "attachment-not-found";

const std::string AttachmentColumns =
    "id, kind, document_id, file_name, content_type, size, encode(sha256, 'hex'), created_at,"
    " created_by_kind, created_by_id";

constexpr std::string_view TakeUse = "UPDATE svc.attachment_use SET bytes = bytes - $2 WHERE company_id = $1";
const std::string Find =
    "SELECT " + AttachmentColumns + " FROM svc.attachment WHERE company_id = $1 AND id = $2";
constexpr std::string_view Parts =
    "SELECT bytes FROM svc.attachment_part WHERE company_id = $1 AND attachment_id = $2 ORDER BY number";
constexpr std::string_view Delete = "DELETE FROM svc.attachment WHERE company_id = $1 AND id = $2"
                                    " AND NOT kept RETURNING kind, document_id, file_name, size";

Json attachmentJson(const db::Rows& rows, std::size_t row, std::size_t at) {
    return Json::object({{"id", idJson("att", rows.cell(row, at))},
                         {"kind", rows.text(row, at + 1)},
                         {"documentId", rows.text(row, at + 2)},
                         {"fileName", rows.text(row, at + 3)},
                         {"contentType", rows.text(row, at + 4)},
                         {"size", integerOf(rows.text(row, at + 5))},
                         {"sha256", rows.text(row, at + 6)},
                         {"createdAt", instantJson(rows.cell(row, at + 7))},
                         {"createdBy", actorJson(rows.cell(row, at + 8), rows.cell(row, at + 9))}});
}

void listAttachments(http::Exchange& exchange) {
    const ArrayPage page = arrayPage(exchange);
    if (!exchange.caller.businessUnits.empty()) {
        // Only the module of a kind knows which of its documents the member may see, and it is asked about
        // one at a time.
        const auto kind = exchange.queryValue("kind");
        const auto document = exchange.queryValue("documentId");
        if (!kind || !document) {
            throw fieldRequired(kind ? "documentId" : "kind");
        }
        requireDocumentInReach(exchange, *kind, *document);
    }
    SqlArgs args;
    int places = 0;
    const auto place = [&](auto value) {
        args.add(value);
        return '$' + std::to_string(++places);
    };
    std::string where = " FROM svc.attachment WHERE company_id = " + place(companyText(exchange));
    if (const auto kind = exchange.queryValue("kind")) {
        where += " AND kind = " + place(*kind);
    }
    if (const auto document = exchange.queryValue("documentId")) {
        where += " AND document_id = " + place(*document);
    }
    // Counts up to one more than ListMost, which shows that there are more.
    const std::string total =
        "SELECT count(*) AS total FROM (SELECT" + where + " LIMIT " + std::to_string(ListMost + 1) + ") n";
    const std::string bounds = " LIMIT " + place(page.limit) + " OFFSET " + place(page.offset);
    const db::Rows rows = exchange.work->db().query(
        "SELECT c.total, a.* FROM (" + total + ") c LEFT JOIN LATERAL (SELECT " + AttachmentColumns + where +
            " ORDER BY id DESC" + bounds + ") a ON true ORDER BY a.id DESC",
        args);
    Json list = Json::array();
    for (std::size_t row = 0; row < rows.count(); ++row) {
        if (rows.cell(row, 1)) {
            list.push(attachmentJson(rows, row, 1));
        }
    }
    tellTotal(exchange, parseInt64(rows.text(0, 0)).value_or(0));
    exchange.reply(200, list);
}

/// Reduces a path to its last part and removes control characters.
std::string fileNameOf(const Json& body) {
    std::string name = body.textOr("fileName");
    name = name.substr(name.find_last_of("/\\") + 1);
    const bool fits = !name.empty() && name != "." && name != ".." &&
                      std::none_of(name.begin(), name.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    if (!fits) {
        throw fieldInvalid("fileName");
    }
    return name;
}

void addAttachment(http::Exchange& exchange) {
    UnitOfWork& work = *exchange.work;
    const Json& body = *exchange.json;
    const std::string kind = body["kind"].text();
    const std::string documentId = body["documentId"].text();
    const std::string fileName = fileNameOf(body);
    const std::string contentType = lowerAscii(body["contentType"].text());
    if (std::find(ContentTypes.begin(), ContentTypes.end(), contentType) == ContentTypes.end()) {
        throw ApiError(415, "content-type-unsupported");
    }
    const std::string& content = body["content"].text();
    std::size_t size = 0;
    std::string digest;
    {
        const auto bytes = base64Decode(content);
        if (!bytes || bytes->empty()) {
            throw fieldInvalid("content");
        }
        size = bytes->size();
        digest = auth::sha256(*bytes);
    }
    if (size > LargestFile) {
        throw ApiError(413, "attachment-too-large", {std::to_string(LargestFile)});
    }
    if (findDocument(work, kind, documentId).isNull()) {
        throw ApiError(404, "document-not-found");
    }
    requireDocumentInReach(exchange, kind, documentId);
    const Uuid id = insertAttachment(work, {.kind = kind,
                                            .documentId = documentId,
                                            .fileName = fileName,
                                            .contentType = contentType,
                                            .size = static_cast<std::int64_t>(size),
                                            .sha256 = digest});
    for (std::size_t at = 0, number = 0; at < content.size(); at += AttachmentPartLength, ++number) {
        insertAttachmentPart(work, id, static_cast<std::int64_t>(number),
                             std::string_view(content).substr(at, AttachmentPartLength));
    }
    const db::Rows rows = work.db().query(Find, {companyText(exchange), id.toString()});
    exchange.reply(201, attachmentJson(rows, 0, 0));
}

void readContent(http::Exchange& exchange) {
    const std::string id = pathId(exchange, "attachmentId", "att", NotFound).toString();
    db::Transaction& transaction = exchange.work->db();
    const db::Rows found = transaction.query(Find, {companyText(exchange), id});
    if (found.empty()) {
        throw ApiError(404, NotFound);
    }
    requireDocumentInReach(exchange, found.text(0, 1), found.text(0, 2), NotFound);
    const std::string etag = '"' + std::string(found.text(0, 6)) + '"';
    exchange.answerHeaders.emplace_back("ETag", etag);
    if (const auto known = exchange.header("If-None-Match"); known && *known == etag) {
        exchange.status = 304;
        return;
    }
    const std::string company = companyText(exchange);
    const std::array<db::Param, 2> params{company, id};
    transaction.stream(Parts, params, [&](const db::Rows& part) {
        // The text form of bytea is \x and hexadecimal digits.
        exchange.write(hexDecode(part.text(0, 0).substr(2)).value_or(""));
    });
    exchange.answerHeaders.emplace_back("Content-Type", found.text(0, 4));
    exchange.answerHeaders.emplace_back("Content-Disposition",
                                        contentDisposition("attachment", found.text(0, 3)));
    exchange.answerHeaders.emplace_back("Cache-Control", "private, no-cache");
}

void deleteAttachment(http::Exchange& exchange) {
    const std::string id = pathId(exchange, "attachmentId", "att", NotFound).toString();
    UnitOfWork& work = *exchange.work;
    const db::Rows rows = work.db().query(Delete, {companyText(exchange), id});
    if (rows.empty()) {
        const db::Rows kept = work.db().query(Find, {companyText(exchange), id});
        if (kept.empty()) {
            throw ApiError(404, NotFound);
        }
        requireDocumentInReach(exchange, kept.text(0, 1), kept.text(0, 2), NotFound);
        throw ApiError(403, "forbidden");
    }
    requireDocumentInReach(exchange, rows.text(0, 0), rows.text(0, 1), NotFound);
    work.db().sendLate("svc.attachment_use", TakeUse, {companyText(exchange), rows.text(0, 3)});
    work.history(
        rows.text(0, 0), rows.text(0, 1), "attachment.removed",
        Json::array({Json::object({{"field", "attachment"}, {"from", rows.text(0, 2)}, {"to", nullptr}})})
            .dump());
    replyEmpty(exchange, 204);
}

} // namespace

void addAttachmentHandlers(Handlers& handlers) {
    handlers["listAttachments"] = listAttachments;
    handlers["addAttachment"] = addAttachment;
    handlers["readAttachmentContent"] = readContent;
    handlers["deleteAttachment"] = deleteAttachment;
}

} // namespace svc::host::api
