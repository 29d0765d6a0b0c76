#include "host/api/attachment_archive.hpp"

#include <optional>
#include <string>

#include <svc/date.hpp>
#include <svc/encoding.hpp>
#include <svc/error.hpp>
#include <svc/id.hpp>
#include <svc/json.hpp>

#include "host/api/documents.hpp"
#include "host/core/clock.hpp"
#include "host/core/unit_of_work.hpp"
#include "host/db/transaction.hpp"

namespace svc::host::api {
namespace {

// Reads page by page in the order of the primary key.
constexpr std::string_view Page =
    "SELECT id, kind, document_id, file_name, content_type, size, encode(sha256, 'hex'), created_at"
    " FROM svc.attachment WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT 200";
constexpr std::string_view Part =
    "SELECT translate(encode(bytes, 'base64'), E'\\n', '') FROM svc.attachment_part"
    " WHERE company_id = $1 AND attachment_id = $2 AND number = $3";

/// Replaces all characters but ASCII letters, digits, _ and . by -; the JSON record in the archive holds the
/// full name.
std::string plain(std::string_view name) {
    std::string result;
    for (const char c : name) {
        const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          c == '_' || c == '.';
        result += good ? c : '-';
    }
    return result;
}

class AttachmentArchive {
public:
    AttachmentArchive(UnitOfWork& work, Date from, Date to) : work_(work), from_(from), to_(to) {}

    void write() {
        std::string last = Uuid().toString();
        for (;;) {
            const db::Rows rows = work_.db().query(Page, {companyId(), last});
            for (std::size_t row = 0; row < rows.count(); ++row) {
                last = rows.text(row, 0);
                add(rows, row);
            }
            if (rows.count() == 0) {
                return;
            }
        }
    }

private:
    std::string companyId() const { return work_.company().id.toString(); }

    void put(const std::string& file, std::string_view base64) {
        work_.command("ledger.archive_write", Json::object({{"file", file}, {"content", base64}}).dump());
    }

    void add(const db::Rows& rows, std::size_t row) {
        const std::string kind(rows.text(row, 1));
        const std::string documentId(rows.text(row, 2));
        // A module that is disabled now cannot describe its documents.
        const Json document = work_.services().catalogue.command("document." + kind) == nullptr
                                  ? Json(nullptr)
                                  : findDocument(work_, kind, documentId);
        const auto created = Instant::parse(rows.text(row, 7)).value();
        const auto dated = document.isNull() ? std::nullopt : document.optionalText("date");
        const Date date = dated ? Date::parse(*dated).value() : dateIn(work_.company().timeZone, created);
        if (date < from_ || date > to_) {
            return;
        }
        const std::string uuid(rows.text(row, 0));
        const std::string id = encodeId("att", Uuid::parse(uuid).value());
        const std::string folder = "attachments/" + kind + '/' + documentId + '/';
        const std::string name = folder + id + '-' + plain(rows.text(row, 3));
        put(name, "");
        for (int number = 0;; ++number) {
            const db::Rows part = work_.db().query(Part, {companyId(), uuid, std::to_string(number)});
            if (part.empty()) {
                break;
            }
            put(name, part.text(0, 0));
        }
        const Json record = Json::object({{"id", id},
                                          {"kind", kind},
                                          {"documentId", documentId},
                                          {"document", document},
                                          {"fileName", rows.text(row, 3)},
                                          {"contentType", rows.text(row, 4)},
                                          {"sha256", rows.text(row, 6)},
                                          {"createdAt", created.toString()}});
        put(folder + id + ".json", base64Encode(record.dump()));
    }

    UnitOfWork& work_;
    Date from_;
    Date to_;
};

} // namespace

void offerAttachmentArchive(Catalogue& catalogue) {
    catalogue.add(Command{"archive.attachments", "host", [](UnitOfWork& work, std::string_view text) {
                              const Json input = Json::parse(text);
                              const auto from = Date::parse(input.textOr("from"));
                              const auto to = Date::parse(input.textOr("to"));
                              if (!from || !to) {
                                  throw Fault("archive.attachments: a period is missing");
                              }
                              AttachmentArchive(work, *from, *to).write();
                              return std::string("{}");
                          }});
}

} // namespace svc::host::api
