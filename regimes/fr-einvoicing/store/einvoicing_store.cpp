#include "store/einvoicing_store.hpp"

namespace svc::fr_einvoicing {
namespace {

constexpr std::string_view InstantSql = "SELECT $1::timestamp AT TIME ZONE $2";

#define SVC_DOCUMENT_COLUMNS "document, number, type_code, date, buyer_siren, buyer_name"
constexpr std::string_view KeepDocumentSql =
    "INSERT INTO fr_einvoicing.document (company_id, " SVC_DOCUMENT_COLUMNS
    ") VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
constexpr std::string_view BeginDepositSql =
    "UPDATE fr_einvoicing.document SET submission = $3, tracking = $4 WHERE company_id = $1 AND document = "
    "$2";
constexpr std::string_view FindDocumentSql =
    "SELECT " SVC_DOCUMENT_COLUMNS
    ", submission, tracking FROM fr_einvoicing.document WHERE company_id = $1 AND document = $2";
constexpr std::string_view FindNumberedSql =
    "SELECT " SVC_DOCUMENT_COLUMNS
    ", submission, tracking FROM fr_einvoicing.document WHERE company_id = $1 AND number = $2"
    " ORDER BY date DESC LIMIT 1";

#define SVC_SUPPLIER_COLUMNS "supplier_invoice, flow, number, type_code, date, seller_siren, seller_name"
constexpr std::string_view KeepSupplierSql =
    "INSERT INTO fr_einvoicing.supplier_invoice (company_id, " SVC_SUPPLIER_COLUMNS
    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
constexpr std::string_view FindSupplierSql =
    "SELECT " SVC_SUPPLIER_COLUMNS
    " FROM fr_einvoicing.supplier_invoice WHERE company_id = $1 AND supplier_invoice = $2";
constexpr std::string_view KeepPurchaseSql =
    "UPDATE fr_einvoicing.supplier_invoice SET purchase = $3 WHERE company_id = $1 AND supplier_invoice = $2";
constexpr std::string_view FindByPurchaseSql =
    "SELECT " SVC_SUPPLIER_COLUMNS
    " FROM fr_einvoicing.supplier_invoice WHERE company_id = $1 AND purchase = $2 LIMIT 1";

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

#define SVC_STATUS_COLUMNS "id, about, code, cause, message, state, flow"
constexpr std::string_view InsertStatusSql =
    "INSERT INTO fr_einvoicing.status (company_id, " SVC_STATUS_COLUMNS
    ", made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING 1";
constexpr std::string_view LockStatusSql =
    "SELECT " SVC_STATUS_COLUMNS " FROM fr_einvoicing.status WHERE company_id = $1 AND id = $2 FOR UPDATE";
constexpr std::string_view FindStatusSql =
    "SELECT " SVC_STATUS_COLUMNS
    " FROM fr_einvoicing.status WHERE company_id = $1 AND about = $2 AND code = $3 AND cause = $4 FOR UPDATE";
constexpr std::string_view UpdateStatusSql =
    "UPDATE fr_einvoicing.status SET state = $3, flow = $4, error = $5 WHERE company_id = $1 AND id = $2";
constexpr std::string_view SentStatusesSql =
    "SELECT " SVC_STATUS_COLUMNS
    " FROM fr_einvoicing.status WHERE company_id = $1 AND state = 'sent' ORDER BY made_at LIMIT 100";

std::optional<Document> documentIn(const Rows& rows) {
    if (rows.empty()) {
        return std::nullopt;
    }
    const Row row = rows[0];
    return Document{.id = std::string(row.text(0)),
                    .number = std::string(row.text(1)),
                    .typeCode = static_cast<int>(row.integer(2)),
                    .date = row.date(3),
                    .buyerSiren = std::string(row.text(4)),
                    .buyerName = std::string(row.text(5)),
                    .submission = row.optionalString(6),
                    .tracking = row.optionalString(7)};
}

std::optional<SupplierInvoice> supplierIn(const Rows& rows) {
    if (rows.empty()) {
        return std::nullopt;
    }
    const Row row = rows[0];
    return SupplierInvoice{.id = std::string(row.text(0)),
                           .flow = std::string(row.text(1)),
                           .number = std::string(row.text(2)),
                           .typeCode = static_cast<int>(row.integer(3)),
                           .date = row.date(4),
                           .sellerSiren = std::string(row.text(5)),
                           .sellerName = std::string(row.text(6))};
}

OutgoingStatus statusAt(const Row& row) {
    return {.id = row.uuid(0),
            .about = std::string(row.text(1)),
            .code = std::string(row.text(2)),
            .cause = std::string(row.text(3)),
            .message = std::string(row.text(4)),
            .state = std::string(row.text(5)),
            .flow = row.optionalString(6)};
}

std::optional<OutgoingStatus> statusIn(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(statusAt(rows[0]));
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
    call.db().send(KeepDocumentSql, call.companyId(), document.id, document.number, document.typeCode,
                   document.date, document.buyerSiren, document.buyerName);
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
    call.db().send(KeepSupplierSql, call.companyId(), invoice.id, invoice.flow, invoice.number,
                   invoice.typeCode, invoice.date, invoice.sellerSiren, invoice.sellerName);
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
                       status.message, status.state, status.flow, call.now())
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
    call.db().send(UpdateStatusSql, call.companyId(), status.id, status.state, status.flow, error);
}

std::vector<OutgoingStatus> sentStatuses(Call& call) {
    std::vector<OutgoingStatus> all;
    for (const Row row : call.db().query(SentStatusesSql, call.companyId())) {
        all.push_back(statusAt(row));
    }
    return all;
}

} // namespace svc::fr_einvoicing
