#include "submission/store.hpp"

#include <map>

#include <svc/columns.hpp>

namespace svc::compliance {
namespace {

const Table Submissions(
    "compliance.submission", columnWrittenOnce("id", &Submission::id), column("regime", &Submission::regime),
    column("kind", &Submission::kind), column("document_id", &Submission::documentId),
    column("document_number", &Submission::documentNumber), column("operation", &Submission::operation),
    column("status", &Submission::status), column("calls", &Submission::attempts),
    column("reference", &Submission::reference), column("qr_code", &Submission::qrCode),
    column("error", &Submission::error), column("error_code", &Submission::errorCode),
    column("payload_sha256", &Submission::payloadSha256), column("submitted_at", &Submission::submittedAt),
    column("answered_at", &Submission::answeredAt), column("next_attempt_at", &Submission::nextAttemptAt));
const Table Statuses("compliance.submission_status", columnWrittenOnce("code", &AuthorityStatus::code),
                     column("label", &AuthorityStatus::label), column("at", &AuthorityStatus::at),
                     column("direction", &AuthorityStatus::direction));

constexpr std::string_view InsertSql =
    "INSERT INTO compliance.submission (company_id, id, regime, kind, document_id, document_number,"
    " operation, status, calls, reference, qr_code, error, error_code, payload_sha256, submitted_at,"
    " answered_at, next_attempt_at, created_at, updated_at, created_by_kind, created_by_id, payload, batched)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, "
    "$20, decode($21, 'base64'), $22)";
constexpr std::string_view PayloadSql =
    "SELECT translate(encode(payload, 'base64'), E'\n', '') FROM compliance.submission"
    " WHERE company_id = $1 AND id = $2";
constexpr std::string_view UpdateSql =
    "UPDATE compliance.submission SET status = $3, calls = $4, reference = $5, qr_code = $6, error = $7,"
    " error_code = $8, payload_sha256 = $9, submitted_at = $10, answered_at = $11, next_attempt_at = $12,"
    " version = version + 1, updated_at = $13 WHERE company_id = $1 AND id = $2";
constexpr std::string_view AddStatusSql =
    "INSERT INTO compliance.submission_status (company_id, submission_id, position, code, label, at, "
    "direction)"
    " SELECT $1, $2, coalesce(max(position), 0) + 1, $3, $4, $5, $6 FROM compliance.submission_status"
    " WHERE company_id = $1 AND submission_id = $2";
const std::string SelectSubmissions =
    "SELECT " + Submissions.select("s") + " FROM compliance.submission s WHERE s.company_id = $1";
const std::string LockSubmissionSql = SelectSubmissions + " AND s.id = $2 FOR UPDATE";
const std::string OfDocumentSql =
    SelectSubmissions + " AND s.kind = $2 AND s.document_id = $3 ORDER BY s.id DESC";
const std::string PendingSql =
    SelectSubmissions + " AND s.regime = $2 AND s.status = 'pending' AND NOT s.batched ORDER BY s.id";
// Skips a row that another transaction has locked.
const std::string UnbatchSql =
    "UPDATE compliance.submission s SET batched = false WHERE s.company_id = $1 AND s.id = (SELECT b.id"
    " FROM compliance.submission b WHERE b.company_id = $1 AND b.regime = $2 AND b.batched"
    " AND b.status = 'pending' ORDER BY b.id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING " +
    Submissions.select("s");
const std::string StatusesSql =
    "SELECT " + Statuses.select("t") +
    ", t.submission_id FROM compliance.submission_status t WHERE t.company_id = $1"
    " AND t.submission_id = ANY($2::uuid[]) ORDER BY t.submission_id, t.position";

void readStatuses(Call& call, std::vector<Submission>& submissions) {
    if (submissions.empty()) {
        return;
    }
    std::map<FiscalSubmissionId, Submission*> byId;
    ArrayParam ids;
    for (Submission& one : submissions) {
        byId.emplace(one.id, &one);
        ids.add(one.id);
    }
    for (const Row row : call.db().query(StatusesSql, call.companyId(), ids)) {
        byId.at(row.id<FiscalSubmissionId>(Statuses.width()))->statuses.push_back(Statuses.read(row));
    }
}

} // namespace

void insertSubmission(Call& call, const Submission& one, const std::optional<std::string>& payload,
                      bool batched) {
    const Actor actor = call.actor();
    call.db().send(InsertSql, call.companyId(), one.id, one.regime, toText(one.kind), one.documentId,
                   one.documentNumber, toText(one.operation), toText(one.status), one.attempts, one.reference,
                   one.qrCode, one.error, one.errorCode, one.payloadSha256, one.submittedAt, one.answeredAt,
                   one.nextAttemptAt, call.now(), actor.kindText(), actor.optionalId(), payload, batched);
}

std::optional<std::string> payloadOf(Call& call, FiscalSubmissionId id) {
    const Rows rows = call.db().query(PayloadSql, call.companyId(), id);
    return rows.empty() ? std::nullopt : rows[0].optionalString(0);
}

void updateSubmission(Call& call, const Submission& one, const std::optional<AuthorityStatus>& status) {
    call.db().send(UpdateSql, call.companyId(), one.id, toText(one.status), one.attempts, one.reference,
                   one.qrCode, one.error, one.errorCode, one.payloadSha256, one.submittedAt, one.answeredAt,
                   one.nextAttemptAt, call.now());
    if (status) {
        call.db().send(AddStatusSql, call.companyId(), one.id, status->code, status->label, status->at,
                       toText(status->direction));
    }
}

std::int64_t countFailure(Call& call, FiscalSubmissionId id) {
    return call.db()
        .query("UPDATE compliance.submission SET attempts = attempts + 1 WHERE company_id = $1 AND id = $2"
               " RETURNING attempts",
               call.companyId(), id)[0]
        .integer(0);
}

std::optional<Submission> lockSubmission(Call& call, FiscalSubmissionId id) {
    std::vector<Submission> found;
    for (const Row row : call.db().query(LockSubmissionSql, call.companyId(), id)) {
        found.push_back(Submissions.read(row));
    }
    readStatuses(call, found);
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

std::vector<Submission> pendingSubmissions(Call& call, std::string_view regime) {
    std::vector<Submission> found;
    for (const Row row : call.db().query(PendingSql, call.companyId(), regime)) {
        found.push_back(Submissions.read(row));
    }
    return found;
}

std::optional<Submission> unbatchOldest(Call& call, std::string_view regime) {
    const Rows rows = call.db().query(UnbatchSql, call.companyId(), regime);
    return rows.empty() ? std::nullopt : std::optional(Submissions.read(rows[0]));
}

Waiting waitingAt(Call& call, std::string_view regime) {
    const Rows rows =
        call.db().query("SELECT count(*) FILTER (WHERE status = 'held'), count(*) FILTER (WHERE status ="
                        " 'pending'), min(created_at) FILTER (WHERE status = 'pending')"
                        " FROM compliance.submission WHERE company_id = $1 AND regime = $2"
                        " AND status IN ('held', 'pending')",
                        call.companyId(), regime);
    return {rows[0].integer(0), rows[0].integer(1), rows[0].optionalInstant(2)};
}

std::vector<Submission> submissionsOf(Call& call, DocumentKind kind, std::string_view documentId) {
    std::vector<Submission> found;
    for (const Row row : call.db().query(OfDocumentSql, call.companyId(), toText(kind), documentId)) {
        found.push_back(Submissions.read(row));
    }
    readStatuses(call, found);
    return found;
}

} // namespace svc::compliance
