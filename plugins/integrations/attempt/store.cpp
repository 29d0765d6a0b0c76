#include "attempt/store.hpp"

#include <svc/nested_columns.hpp>

namespace svc::integrations {
namespace {

const Table Attempts("integrations.attempt", columnWrittenOnce("attempt_id", &Attempt::id),
                     column("operation", &Attempt::operation), column("provider", &Attempt::provider),
                     columnWrittenOnce("account", &Attempt::account),
                     nestedColumns(&Attempt::document, column("document_kind", &Document::kind),
                                   column("document_id", &Document::id)),
                     column("number", &Attempt::number), column("idempotency_key", &Attempt::key),
                     column("state", &Attempt::state), column("status", &Attempt::status),
                     column("request", &Attempt::request), column("answer", &Attempt::answer),
                     column("reference", &Attempt::reference), column("amount", &Attempt::amount),
                     column("currency", &Attempt::currency), column("error", &Attempt::error),
                     column("expires_at", &Attempt::expiresAt), column("created_at", &Attempt::createdAt));
const std::string SelectAttempt =
    "SELECT " + Attempts.select("a") + " FROM integrations.attempt a WHERE a.company_id = $1";

constexpr std::string_view NumberSql =
    "SELECT coalesce(max(number), 0) + 1 FROM integrations.attempt"
    " WHERE company_id = $1 AND document_id = $2 AND operation = $3 AND provider = $4";
constexpr std::string_view InsertSql =
    "INSERT INTO integrations.attempt (company_id, attempt_id, operation, provider, document_kind,"
    " document_id, number, idempotency_key, state, status, request, answer, reference, amount, currency,"
    " error, expires_at, created_at, updated_at, created_by_kind, created_by_id, account) VALUES ($1, $2, $3,"
    " $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20, $21)";
constexpr std::string_view SaveAttemptSql =
    "UPDATE integrations.attempt SET state = $3, status = $4, answer = $5, reference = $6, error = $7,"
    " expires_at = $8, updated_at = $9 WHERE company_id = $1 AND attempt_id = $2";
const std::string FindAttemptSql = SelectAttempt + " AND a.attempt_id = $2";
const std::string LockAttemptSql = FindAttemptSql + " FOR UPDATE";
constexpr std::string_view OfReferenceSql =
    "SELECT attempt_id FROM integrations.attempt WHERE company_id = $1 AND provider = $2 AND reference = $3"
    " ORDER BY created_at DESC LIMIT 1";
constexpr std::string_view OfPaymentSql =
    "SELECT attempt_id FROM integrations.attempt WHERE company_id = $1 AND provider = $2"
    " AND answer ->> 'paymentId' = $3 ORDER BY created_at LIMIT 1";
const std::string LastConnectedSql =
    " AND EXISTS (SELECT 1 FROM integrations.connection c WHERE c.company_id = a.company_id"
    " AND c.provider = a.provider AND coalesce(a.account = c.account ->> 'id', true))"
    " ORDER BY a.created_at DESC, a.number DESC LIMIT 1 FOR UPDATE";
const std::string LockOpenSql =
    SelectAttempt +
    " AND a.document_id = $2 AND a.operation = $3 AND a.state IN ('planned', 'called', 'done')"
    " AND a.status = 'open'" +
    LastConnectedSql;
const std::string LockUnansweredSql =
    SelectAttempt +
    " AND a.document_id = $2 AND a.operation = $3 AND a.provider = $4 AND a.request::jsonb = $5::jsonb"
    " AND a.state IN ('planned', 'called')" +
    LastConnectedSql;
const std::string OnItsWaySql =
    "SELECT coalesce(sum(amount), 0)::bigint FROM integrations.attempt WHERE company_id = $1"
    " AND document_id IN ($2, $3) AND state = 'done' AND status = 'open' AND answer ->> '" +
    std::string(ProcessingSince) + "' IS NOT NULL";
constexpr std::string_view ArchivedSql =
    "SELECT DISTINCT answer ->> 'sha256' FROM integrations.attempt WHERE company_id = $1 AND document_id = $2"
    " AND operation = 'archive' AND provider = $3 AND status = 'kept' AND answer ->> 'sha256' IS NOT NULL";
constexpr std::string_view AwaitsSql =
    "SELECT 1 FROM integrations.attempt WHERE company_id = $1 AND provider = $2 AND state = 'called' LIMIT 1";

constexpr std::string_view OpenSql =
    "SELECT attempt_id FROM integrations.attempt WHERE company_id = $1 AND provider = $2"
    " AND ($3::text IS NULL OR account IS NULL OR account = $3) AND state = 'done'"
    " AND (status = 'open' OR (status = 'failed' AND expires_at > $4)) AND operation IN ('payment_link', 'push_to_phone', 'signature') ORDER BY created_at";
constexpr std::string_view WithoutWalletSql =
    "SELECT attempt_id FROM integrations.attempt WHERE company_id = $1 AND provider = $2"
    " AND state = 'held' AND status = 'open' AND error IN ('wallet-not-found', 'field-invalid:walletId')";
constexpr std::string_view OpenAgainSql =
    "UPDATE integrations.attempt SET state = 'done', error = NULL,"
    " request = (request::jsonb || jsonb_build_object('settings', $3::jsonb))::json, updated_at = $4"
    " WHERE company_id = $1 AND attempt_id = $2"
    " AND state = 'held' AND status = 'open' AND error IN ('wallet-not-found', 'field-invalid:walletId')";

std::optional<Attempt> firstOf(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(Attempts.read(rows[0]));
}

std::vector<Uuid> idsOf(const Rows& rows) {
    std::vector<Uuid> ids;
    for (const Row row : rows) {
        ids.push_back(row.uuid(0));
    }
    return ids;
}

} // namespace

std::optional<DocumentKind> kindOf(const Document& document) {
    DocumentKind kind{};
    return fromText(document.kind, kind) ? std::optional(kind) : std::nullopt;
}

void insertAttempt(Call& call, Attempt& attempt) {
    const Document& document = attempt.document;
    const std::string operation(toText(attempt.operation));
    attempt.id = call.newUuid();
    attempt.number =
        call.db().query(NumberSql, call.companyId(), document.id, operation, attempt.provider)[0].integer(0);
    // The key is the same after a crash, and differs between attempts.
    attempt.key = call.shownCompanyId().toString() + '-' + document.id + '-' + operation + '-' +
                  std::to_string(attempt.number);
    attempt.createdAt = call.now().truncatedToMillis();
    const Actor actor = call.actor();
    call.db().query(InsertSql, call.companyId(), attempt.id, operation, attempt.provider, document.kind,
                    document.id, attempt.number, attempt.key, toText(attempt.state), toText(attempt.status),
                    attempt.request, nullptr, attempt.reference, attempt.amount, attempt.currency,
                    attempt.error, attempt.expiresAt, attempt.createdAt, actor.kindText(), actor.optionalId(),
                    attempt.account);
}

void saveAttempt(Call& call, const Attempt& attempt) {
    call.db().send(SaveAttemptSql, call.companyId(), attempt.id, toText(attempt.state),
                   toText(attempt.status), attempt.answer.isNull() ? Param(nullptr) : Param(attempt.answer),
                   attempt.reference, attempt.error, attempt.expiresAt, call.now());
}

std::optional<Attempt> findAttempt(Call& call, const Uuid& id) {
    return firstOf(call.db().query(FindAttemptSql, call.companyId(), id));
}

std::optional<Attempt> lockAttempt(Call& call, const Uuid& id) {
    return firstOf(call.db().query(LockAttemptSql, call.companyId(), id));
}

std::vector<Uuid> attemptsWithoutWallet(Call& call, std::string_view provider) {
    return idsOf(call.db().query(WithoutWalletSql, call.companyId(), provider));
}

std::vector<Uuid> openAttempts(Call& call, const Connection& connection) {
    return idsOf(
        call.db().query(OpenSql, call.companyId(), connection.provider, accountId(connection), call.now()));
}

void openAgain(Call& call, const Uuid& id, const Json& settings) {
    call.db().send(OpenAgainSql, call.companyId(), id, settings, call.now());
}

std::optional<Uuid> attemptOf(Call& call, std::string_view provider, std::string_view reference) {
    const Rows rows = call.db().query(OfReferenceSql, call.companyId(), provider, reference);
    return rows.empty() ? std::nullopt : std::optional(rows[0].uuid(0));
}

std::optional<Uuid> attemptOfPayment(Call& call, std::string_view provider, std::string_view paymentId) {
    const Rows rows = call.db().query(OfPaymentSql, call.companyId(), provider, paymentId);
    return rows.empty() ? std::nullopt : std::optional(rows[0].uuid(0));
}

std::optional<Attempt> lockOpenAttempt(Call& call, AttemptOperation operation, const Document& document) {
    return firstOf(call.db().query(LockOpenSql, call.companyId(), document.id, toText(operation)));
}

std::optional<Attempt> lockUnanswered(Call& call, const Attempt& attempt) {
    return firstOf(call.db().query(LockUnansweredSql, call.companyId(), attempt.document.id,
                                   toText(attempt.operation), attempt.provider, attempt.request));
}

std::int64_t amountOnItsWay(Call& call, const std::string& sale, const std::optional<QuoteId>& quote) {
    const auto quoteText = quote ? std::optional(quote->toString()) : std::nullopt;
    return call.db().query(OnItsWaySql, call.companyId(), sale, quoteText)[0].integer(0);
}

std::vector<std::string> archivedAs(Call& call, const Attempt& attempt) {
    std::vector<std::string> files;
    for (const Row row :
         call.db().query(ArchivedSql, call.companyId(), attempt.document.id, attempt.provider)) {
        files.emplace_back(row.text(0));
    }
    return files;
}

bool awaitsAnswer(Call& call, std::string_view provider) {
    return !call.db().query(AwaitsSql, call.companyId(), provider).empty();
}

} // namespace svc::integrations
