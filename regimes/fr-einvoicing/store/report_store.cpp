#include "store/report_store.hpp"

namespace svc::fr_einvoicing {
namespace {

#define SVC_REPORT_COLUMNS                                                                                   \
    "id, kind, from_date, to_date, due_date, version, correction, content_sha256, xml, state, flow, error,"  \
    " made_at"
constexpr std::string_view InsertSql =
    "INSERT INTO fr_einvoicing.report (company_id, " SVC_REPORT_COLUMNS
    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
constexpr std::string_view UpdateSql =
    "UPDATE fr_einvoicing.report SET state = $3, flow = $4, error = $5 WHERE company_id = $1 AND id = $2";
constexpr std::string_view FindSql =
    "SELECT " SVC_REPORT_COLUMNS " FROM fr_einvoicing.report WHERE company_id = $1 AND id = $2";
constexpr std::string_view LatestSql =
    "SELECT " SVC_REPORT_COLUMNS " FROM fr_einvoicing.report WHERE company_id = $1 AND kind = $2"
    " AND from_date = $3 ORDER BY version DESC LIMIT 1";
constexpr std::string_view OtherwiseSql =
    "SELECT 1 FROM fr_einvoicing.report WHERE company_id = $1 AND kind = $2 AND from_date <= $4"
    " AND to_date >= $3 AND (from_date <> $3 OR to_date <> $4) LIMIT 1";
constexpr std::string_view SentSql =
    "SELECT " SVC_REPORT_COLUMNS
    " FROM fr_einvoicing.report WHERE company_id = $1 AND state = 'sent' ORDER BY made_at LIMIT 100";
constexpr std::string_view ListSql =
    "SELECT " SVC_REPORT_COLUMNS " FROM fr_einvoicing.report WHERE company_id = $1 AND state <> 'empty'"
    " ORDER BY from_date DESC, kind, version DESC LIMIT 500";
constexpr std::string_view FromSql =
    "INSERT INTO fr_einvoicing.progress (company_id, reports_from) VALUES ($1, $2) ON CONFLICT (company_id)"
    " DO UPDATE SET reports_from = coalesce(progress.reports_from, excluded.reports_from)"
    " RETURNING reports_from";
constexpr std::string_view CheckSql =
    "UPDATE fr_einvoicing.progress SET reports_checked_on = $2 WHERE company_id = $1"
    " AND (reports_checked_on IS NULL OR reports_checked_on < $2) RETURNING 1";

#define SVC_LINES_SQL                                                                                        \
    "(SELECT json_agg(json_build_object('service', l.service, 'taxCategory', l.tax_category, 'taxRate',"     \
    " l.tax_rate, 'net', l.net)) FROM sales.v1_lines l WHERE l.company_id = $1 AND l.sale_id = s.id)"
constexpr std::string_view SalesSql =
    "SELECT s.id, s.id, s.kind, s.number, s.date, s.due_date, s.currency, s.exchange_rate, s.taxes,"
    " " SVC_LINES_SQL ", NULL, NULL::date FROM sales.v1_sales s"
    " WHERE s.company_id = $1 AND s.date BETWEEN $2 AND $3 ORDER BY s.date, s.number";
constexpr std::string_view NotesSql =
    "SELECT n.id, s.id, s.kind, n.number, n.date, NULL::date, n.currency, s.exchange_rate, n.taxes,"
    " " SVC_LINES_SQL ", s.number, s.date FROM sales.v1_credit_notes n"
    " JOIN sales.v1_sales s ON s.company_id = $1 AND s.id = n.sale_id"
    " WHERE n.company_id = $1 AND n.date BETWEEN $2 AND $3 ORDER BY n.date, n.number";
constexpr std::string_view PaymentsSql =
    "SELECT s.id, s.kind, s.number, s.date, p.date, p.amount_base, s.taxes, " SVC_LINES_SQL
    " FROM sales.v1_payments p JOIN sales.v1_sales s ON s.company_id = $1 AND s.id = p.sale_id"
    " WHERE p.company_id = $1 AND p.status = 'received' AND p.date BETWEEN $2 AND $3"
    " ORDER BY p.date, p.created_at";
constexpr std::string_view RefundsSql =
    "SELECT s.id, s.kind, s.number, s.date, r.date, -r.money_base, s.taxes, " SVC_LINES_SQL
    " FROM sales.v1_refunds r JOIN sales.v1_sales s ON s.company_id = $1 AND s.id = r.sale_id"
    " WHERE r.company_id = $1 AND r.money_returned <> 0 AND r.date BETWEEN $2 AND $3"
    " ORDER BY r.date, r.created_at";

StoredReport reportAt(const Row& row) {
    std::uint32_t at = 0;
    StoredReport report;
    report.id = row.text(at++);
    report.kind = row.text(at++);
    report.period.from = row.date(at++);
    report.period.to = row.date(at++);
    report.period.due = row.date(at++);
    report.version = row.integer(at++);
    report.isCorrection = row.boolean(at++);
    report.contentSha256 = row.text(at++);
    report.xml = row.optionalString(at++);
    report.state = row.text(at++);
    report.flow = row.optionalString(at++);
    report.error = row.optionalString(at++);
    report.madeAt = row.instant(at);
    return report;
}

std::vector<StoredReport> reportsBy(const Rows& rows) {
    std::vector<StoredReport> all;
    for (const Row row : rows) {
        all.push_back(reportAt(row));
    }
    return all;
}

std::optional<StoredReport> oneOf(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(reportAt(rows[0]));
}

Json linesAt(const Row& row, std::uint32_t column) {
    return row.isNull(column) ? Json::array() : row.json(column);
}

void addDocuments(std::vector<ReportedDocument>& all, const Rows& rows, bool isNote) {
    for (const Row row : rows) {
        all.push_back({.id = encodeId(isNote ? "crn" : "sal", row.uuid(0)),
                       .sale = encodeId("sal", row.uuid(1)),
                       .isNote = isNote,
                       .isTicket = row.text(2) == "ticket",
                       .number = std::string(row.text(3)),
                       .date = row.date(4),
                       .dueDate = row.optionalDate(5),
                       .currency = row.currency(6),
                       .exchangeRate = row.decimal(7),
                       .taxes = row.json(8),
                       .lines = linesAt(row, 9),
                       .precedingNumber = row.optionalString(10).value_or(""),
                       .precedingDate = row.optionalDate(11)});
    }
}

void addPayments(std::vector<ReportedPayment>& all, const Rows& rows) {
    for (const Row row : rows) {
        all.push_back({.sale = encodeId("sal", row.uuid(0)),
                       .isTicket = row.text(1) == "ticket",
                       .number = std::string(row.text(2)),
                       .issuedOn = row.date(3),
                       .paidOn = row.date(4),
                       .amount = row.integer(5),
                       .taxes = row.json(6),
                       .lines = linesAt(row, 7)});
    }
}

} // namespace

void insertReport(Call& call, const StoredReport& report) {
    call.db().send(InsertSql, call.companyId(), report.id, report.kind, report.period.from, report.period.to,
                   report.period.due, report.version, report.isCorrection, report.contentSha256, report.xml,
                   report.state, report.flow, report.error, report.madeAt);
}

void updateReport(Call& call, const StoredReport& report) {
    call.db().send(UpdateSql, call.companyId(), report.id, report.state, report.flow, report.error);
}

std::optional<StoredReport> findReport(Call& call, const std::string& id) {
    return oneOf(call.db().query(FindSql, call.companyId(), id));
}

std::optional<StoredReport> latestReport(Call& call, ReportKind kind, Date from) {
    return oneOf(call.db().query(LatestSql, call.companyId(), nameOf(kind), from));
}

bool isReportedOtherwise(Call& call, ReportKind kind, const ReportingPeriod& period) {
    return !call.db().query(OtherwiseSql, call.companyId(), nameOf(kind), period.from, period.to).empty();
}

std::vector<StoredReport> sentReports(Call& call) {
    return reportsBy(call.db().query(SentSql, call.companyId()));
}

std::vector<StoredReport> listReports(Call& call) {
    return reportsBy(call.db().query(ListSql, call.companyId()));
}

Date reportsFrom(Call& call, Date first) {
    return call.db().query(FromSql, call.companyId(), first)[0].date(0);
}

bool beginCheck(Call& call, Date day) {
    return !call.db().query(CheckSql, call.companyId(), day).empty();
}

std::vector<ReportedDocument> documentsIn(Call& call, Date from, Date to) {
    std::vector<ReportedDocument> all;
    addDocuments(all, call.db().query(SalesSql, call.companyId(), from, to), false);
    addDocuments(all, call.db().query(NotesSql, call.companyId(), from, to), true);
    return all;
}

std::vector<ReportedPayment> paymentsIn(Call& call, Date from, Date to) {
    std::vector<ReportedPayment> all;
    addPayments(all, call.db().query(PaymentsSql, call.companyId(), from, to));
    addPayments(all, call.db().query(RefundsSql, call.companyId(), from, to));
    return all;
}

} // namespace svc::fr_einvoicing
