#include "store/einvoicing_store.hpp"

#include <svc/columns.hpp>

namespace svc::fr_einvoicing {
namespace {

constexpr std::string_view InstantSql = "SELECT $1::timestamp AT TIME ZONE $2";

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

const Table SupplierInvoices("fr_einvoicing.supplier_invoice",
                             columnWrittenOnce("supplier_invoice", &SupplierInvoice::id),
                             column("flow", &SupplierInvoice::flow),
                             column("number", &SupplierInvoice::number),
                             column("type_code", &SupplierInvoice::typeCode),
                             column("date", &SupplierInvoice::date),
                             column("seller_siren", &SupplierInvoice::sellerSiren),
                             column("seller_name", &SupplierInvoice::sellerName));
const std::string SelectSupplierInvoices = "SELECT " + SupplierInvoices.select("i") +
                                           " FROM fr_einvoicing.supplier_invoice i WHERE i.company_id = $1";
const std::string FindSupplierSql = SelectSupplierInvoices + " AND i.supplier_invoice = $2";
const std::string FindByPurchaseSql = SelectSupplierInvoices + " AND i.purchase = $2 LIMIT 1";
constexpr std::string_view KeepPurchaseSql =
    "UPDATE fr_einvoicing.supplier_invoice SET purchase = $3 WHERE company_id = $1 AND supplier_invoice = $2";

constexpr std::string_view FetchedSql =
    "SELECT fetched_until FROM fr_einvoicing.progress WHERE company_id = $1";
constexpr std::string_view SaveFetchedSql =
    "INSERT INTO fr_einvoicing.progress (company_id, fetched_until) VALUES ($1, $2)"
    " ON CONFLICT (company_id) DO UPDATE SET fetched_until = excluded.fetched_until";
constexpr std::string_view TakeFlowSql =
    "INSERT INTO fr_einvoicing.incoming (company_id, flow, flow_type, taken_at) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT DO NOTHING RETURNING 1";
constexpr std::string_view IsTakenSql =
    "SELECT 1 FROM fr_einvoicing.incoming WHERE company_id = $1 AND flow = $2";
constexpr std::string_view NoteFlowSql =
    "UPDATE fr_einvoicing.incoming SET about = $3, error = $4 WHERE company_id = $1 AND flow = $2";

const Table OutgoingStatuses("fr_einvoicing.status", columnWrittenOnce("id", &OutgoingStatus::id),
                             column("about", &OutgoingStatus::about), column("code", &OutgoingStatus::code),
                             column("cause", &OutgoingStatus::cause),
                             column("message", &OutgoingStatus::message),
                             column("state", &OutgoingStatus::state), column("flow", &OutgoingStatus::flow));
constexpr std::string_view InsertStatusSql =
    "INSERT INTO fr_einvoicing.status (company_id, id, about, code, cause, message, state, flow, made_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING 1";
const std::string SelectStatuses =
    "SELECT " + OutgoingStatuses.select("s") + " FROM fr_einvoicing.status s WHERE s.company_id = $1";
const std::string LockStatusSql = SelectStatuses + " AND s.id = $2 FOR UPDATE";
const std::string FindStatusSql =
    SelectStatuses + " AND s.about = $2 AND s.code = $3 AND s.cause = $4 FOR UPDATE";
const std::string SentStatusesSql = SelectStatuses + " AND s.state = 'sent' ORDER BY s.made_at LIMIT 100";
constexpr std::string_view UpdateStatusSql =
    "UPDATE fr_einvoicing.status SET state = $3, flow = $4, error = $5 WHERE company_id = $1 AND id = $2";

std::optional<Document> documentIn(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(Documents.read(rows[0]));
}

std::optional<SupplierInvoice> supplierIn(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(SupplierInvoices.read(rows[0]));
}

std::optional<OutgoingStatus> statusIn(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(OutgoingStatuses.read(rows[0]));
}

} // namespace

std::string localTime(Call& call) {
    std::string time = call.localTime(call.now());
    std::erase_if(time, [](char c) { return c < '0' || c > '9'; });
    return time;
}

Instant instantOf(Call& call, const std::string& localTime) {
    return call.db().query(InstantSql, localTime, call.company().timeZone)[0].instant(0);
}

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

void keepSupplierInvoice(Call& call, const SupplierInvoice& invoice) {
    SupplierInvoices.insert(call, {invoice});
}

std::optional<SupplierInvoice> findSupplierInvoice(Call& call, const std::string& id) {
    return supplierIn(call.db().query(FindSupplierSql, call.companyId(), id));
}

void keepPurchase(Call& call, const std::string& invoice, const std::string& purchase) {
    call.db().send(KeepPurchaseSql, call.companyId(), invoice, purchase);
}

std::optional<SupplierInvoice> findByPurchase(Call& call, const std::string& purchase) {
    return supplierIn(call.db().query(FindByPurchaseSql, call.companyId(), purchase));
}

std::optional<Instant> fetchedUntil(Call& call) {
    const Rows rows = call.db().query(FetchedSql, call.companyId());
    return rows.empty() ? std::nullopt : rows[0].optionalInstant(0);
}

void saveFetchedUntil(Call& call, Instant until) {
    call.db().send(SaveFetchedSql, call.companyId(), until);
}

bool takeFlow(Call& call, const std::string& flow, const std::string& type) {
    return !call.db().query(TakeFlowSql, call.companyId(), flow, type, call.now()).empty();
}

bool isTaken(Call& call, const std::string& flow) {
    return !call.db().query(IsTakenSql, call.companyId(), flow).empty();
}

void noteFlow(Call& call, const std::string& flow, const std::optional<std::string>& about,
              const std::optional<std::string>& error) {
    call.db().send(NoteFlowSql, call.companyId(), flow, about, error);
}

bool insertStatus(Call& call, const OutgoingStatus& status) {
    return !call.db()
                .query(InsertStatusSql, call.companyId(), status.id, status.about, status.code, status.cause,
                       status.message, toText(status.state), status.flow, call.now())
                .empty();
}

std::optional<OutgoingStatus> lockStatus(Call& call, const Uuid& id) {
    return statusIn(call.db().query(LockStatusSql, call.companyId(), id));
}

std::optional<OutgoingStatus> findStatus(Call& call, const std::string& about, std::string_view code,
                                         const std::string& cause) {
    return statusIn(call.db().query(FindStatusSql, call.companyId(), about, code, cause));
}

void updateStatus(Call& call, const OutgoingStatus& status, const std::optional<std::string>& error) {
    call.db().send(UpdateStatusSql, call.companyId(), status.id, toText(status.state), status.flow, error);
}

std::vector<OutgoingStatus> sentStatuses(Call& call) {
    std::vector<OutgoingStatus> all;
    for (const Row row : call.db().query(SentStatusesSql, call.companyId())) {
        all.push_back(OutgoingStatuses.read(row));
    }
    return all;
}

} // namespace svc::fr_einvoicing
