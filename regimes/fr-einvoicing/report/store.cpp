#include "report/store.hpp"

#include <svc/nested_columns.hpp>

namespace svc::fr_einvoicing {
namespace {

const Table
    Reports("fr_einvoicing.report", columnWrittenOnce("id", &StoredReport::id),
            column("kind", &StoredReport::kind),
            nestedColumns(&StoredReport::period, column("from_date", &ReportingPeriod::from),
                          column("to_date", &ReportingPeriod::to), column("due_date", &ReportingPeriod::due)),
            column("version", &StoredReport::version), column("correction", &StoredReport::isCorrection),
            column("content_sha256", &StoredReport::contentSha256), column("xml", &StoredReport::xml),
            column("state", &StoredReport::state), column("flow", &StoredReport::flow),
            column("error", &StoredReport::error), column("made_at", &StoredReport::madeAt));
constexpr std::string_view UpdateSql =
    "UPDATE fr_einvoicing.report SET state = $3, flow = $4, error = $5 WHERE company_id = $1 AND id = $2";
const std::string SelectReports =
    "SELECT " + Reports.select("r") + " FROM fr_einvoicing.report r WHERE r.company_id = $1";
const std::string FindSql = SelectReports + " AND r.id = $2";
const std::string LatestSql =
    SelectReports + " AND r.kind = $2 AND r.from_date = $3 ORDER BY r.version DESC LIMIT 1";
const std::string SentSql = SelectReports + " AND r.state = 'sent' ORDER BY r.made_at LIMIT 100";
const std::string ListSql =
    SelectReports + " AND r.state <> 'empty' ORDER BY r.from_date DESC, r.kind, r.version DESC LIMIT 500";
constexpr std::string_view OtherwiseSql =
    "SELECT 1 FROM fr_einvoicing.report WHERE company_id = $1 AND kind = $2 AND from_date <= $4"
    " AND to_date >= $3 AND (from_date <> $3 OR to_date <> $4) LIMIT 1";
constexpr std::string_view FromSql =
    "INSERT INTO fr_einvoicing.progress (company_id, reports_from) VALUES ($1, $2) ON CONFLICT (company_id)"
    " DO UPDATE SET reports_from = coalesce(progress.reports_from, excluded.reports_from)"
    " RETURNING reports_from";
constexpr std::string_view CheckSql =
    "UPDATE fr_einvoicing.progress SET reports_checked_on = $2 WHERE company_id = $1"
    " AND (reports_checked_on IS NULL OR reports_checked_on < $2) RETURNING 1";

const Table ReportedDocuments(
    "documents", columnWrittenOnce("sale_id", &ReportedDocument::sale),
    column("is_note", &ReportedDocument::isNote), column("is_ticket", &ReportedDocument::isTicket),
    column("number", &ReportedDocument::number), column("date", &ReportedDocument::date),
    column("due_date", &ReportedDocument::dueDate), column("currency", &ReportedDocument::currency),
    column("exchange_rate", &ReportedDocument::exchangeRate), column("taxes", &ReportedDocument::taxes),
    column("lines", &ReportedDocument::lines), column("preceding_number", &ReportedDocument::precedingNumber),
    column("preceding_date", &ReportedDocument::precedingDate));
const Table ReportedPayments("payments", columnWrittenOnce("sale_id", &ReportedPayment::sale),
                             column("is_ticket", &ReportedPayment::isTicket),
                             column("number", &ReportedPayment::number),
                             column("issued_on", &ReportedPayment::issuedOn),
                             column("paid_on", &ReportedPayment::paidOn),
                             column("amount", &ReportedPayment::amount),
                             column("taxes", &ReportedPayment::taxes),
                             column("lines", &ReportedPayment::lines));

const std::string LinesSql =
    "coalesce((SELECT json_agg(json_build_object('service', l.service, 'taxCategory', l.tax_category,"
    " 'taxRate', l.tax_rate, 'net', l.net)) FROM sales.v1_lines l WHERE l.company_id = $1"
    " AND l.sale_id = s.id), '[]'::json) AS lines";
const std::string SalesSql =
    "SELECT " + ReportedDocuments.select("x") +
    " FROM (SELECT s.id AS sale_id, false AS is_note, s.kind = 'ticket' AS is_ticket, s.number, s.date,"
    " s.due_date, s.currency, s.exchange_rate, s.taxes, " +
    LinesSql +
    ", '' AS preceding_number, NULL::date AS preceding_date FROM sales.v1_sales s"
    " WHERE s.company_id = $1 AND s.date BETWEEN $2 AND $3) x ORDER BY x.date, x.number";
const std::string NotesSql =
    "SELECT " + ReportedDocuments.select("x") +
    " FROM (SELECT s.id AS sale_id, true AS is_note, s.kind = 'ticket' AS is_ticket, n.number, n.date,"
    " NULL::date AS due_date, n.currency, s.exchange_rate, n.taxes, " +
    LinesSql +
    ", s.number AS preceding_number, s.date AS preceding_date FROM sales.v1_credit_notes n"
    " JOIN sales.v1_sales s ON s.company_id = $1 AND s.id = n.sale_id"
    " WHERE n.company_id = $1 AND n.date BETWEEN $2 AND $3) x ORDER BY x.date, x.number";
const std::string PaymentsSql =
    "SELECT " + ReportedPayments.select("x") +
    " FROM (SELECT s.id AS sale_id, s.kind = 'ticket' AS is_ticket, s.number, s.date AS issued_on,"
    " p.date AS paid_on, p.amount_base AS amount, s.taxes, " +
    LinesSql +
    ", p.created_at FROM sales.v1_payments p JOIN sales.v1_sales s ON s.company_id = $1 AND s.id = p.sale_id"
    " WHERE p.company_id = $1 AND p.status = 'received' AND p.date BETWEEN $2 AND $3) x"
    " ORDER BY x.paid_on, x.created_at";
const std::string RefundsSql =
    "SELECT " + ReportedPayments.select("x") +
    " FROM (SELECT s.id AS sale_id, s.kind = 'ticket' AS is_ticket, s.number, s.date AS issued_on,"
    " r.date AS paid_on, -r.money_base AS amount, s.taxes, " +
    LinesSql +
    ", r.created_at FROM sales.v1_refunds r JOIN sales.v1_sales s ON s.company_id = $1 AND s.id = r.sale_id"
    " WHERE r.company_id = $1 AND r.money_returned <> 0 AND r.date BETWEEN $2 AND $3) x"
    " ORDER BY x.paid_on, x.created_at";

std::vector<StoredReport> reportsBy(const Rows& rows) {
    std::vector<StoredReport> all;
    for (const Row row : rows) {
        all.push_back(Reports.read(row));
    }
    return all;
}

std::optional<StoredReport> oneOf(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(Reports.read(rows[0]));
}

template <class Reported, class Map>
void addAll(std::vector<Reported>& all, const Map& map, const Rows& rows) {
    for (const Row row : rows) {
        all.push_back(map.read(row));
    }
}

} // namespace

void insertReport(Call& call, const StoredReport& report) {
    Reports.insert(call, {report});
}

void updateReport(Call& call, const StoredReport& report) {
    call.db().send(UpdateSql, call.companyId(), report.id, toText(report.state), report.flow, report.error);
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
    addAll(all, ReportedDocuments, call.db().query(SalesSql, call.companyId(), from, to));
    addAll(all, ReportedDocuments, call.db().query(NotesSql, call.companyId(), from, to));
    return all;
}

std::vector<ReportedPayment> paymentsIn(Call& call, Date from, Date to) {
    std::vector<ReportedPayment> all;
    addAll(all, ReportedPayments, call.db().query(PaymentsSql, call.companyId(), from, to));
    addAll(all, ReportedPayments, call.db().query(RefundsSql, call.companyId(), from, to));
    return all;
}

} // namespace svc::fr_einvoicing
