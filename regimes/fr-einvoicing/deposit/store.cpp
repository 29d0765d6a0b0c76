#include "deposit/store.hpp"

#include <svc/columns.hpp>

namespace svc::fr_einvoicing {
namespace {

const Table Documents("fr_einvoicing.document", columnWrittenOnce("document", &Document::id),
                      column("number", &Document::number), column("type_code", &Document::typeCode),
                      column("date", &Document::date), column("buyer_siren", &Document::buyerSiren),
                      column("buyer_name", &Document::buyerName), column("submission", &Document::submission),
                      column("tracking", &Document::tracking));
const std::string SelectDocuments =
    "SELECT " + Documents.select("d") + " FROM fr_einvoicing.document d WHERE d.company_id = $1";
const std::string FindDocumentSql = SelectDocuments + " AND d.document = $2";
const std::string FindNumberedSql = SelectDocuments + " AND d.number = $2 ORDER BY d.date DESC LIMIT 1";
constexpr std::string_view BeginDepositSql =
    "UPDATE fr_einvoicing.document SET submission = $3, tracking = $4 WHERE company_id = $1 AND document = "
    "$2";

std::optional<Document> documentIn(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(Documents.read(rows[0]));
}

} // namespace

void keepDocument(Call& call, const Document& document) {
    Documents.insertMissing(call, {document});
}

void beginDeposit(Call& call, const std::string& document, const std::string& submission,
                  const std::string& tracking) {
    call.db().send(BeginDepositSql, call.companyId(), document, submission, tracking);
}

std::optional<Document> findDocument(Call& call, const std::string& id) {
    return documentIn(call.db().query(FindDocumentSql, call.companyId(), id));
}

std::optional<Document> findDocumentNumbered(Call& call, const std::string& number) {
    return documentIn(call.db().query(FindNumberedSql, call.companyId(), number));
}

} // namespace svc::fr_einvoicing
