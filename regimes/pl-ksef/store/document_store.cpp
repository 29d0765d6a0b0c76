#include "store/document_store.hpp"

#include <algorithm>
#include <array>

namespace svc::ksef {
namespace {

#define SVC_DOCUMENT_COLUMNS                                                                                 \
    "document, version, environment, nip, number, issued, mode, file, digest, replaced, certificate_link, "  \
    "submission, state, session, reference, ksef_number"

constexpr std::string_view FindSql =
    "SELECT " SVC_DOCUMENT_COLUMNS " FROM pl_ksef.document WHERE company_id = $1 AND document = $2"
    " ORDER BY version DESC LIMIT 1 FOR UPDATE";
constexpr std::string_view InsertSql =
    "INSERT INTO pl_ksef.document (company_id, " SVC_DOCUMENT_COLUMNS
    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";
constexpr std::string_view UpdateSql =
    "UPDATE pl_ksef.document SET submission = $4, state = $5, session = $6, reference = $7, ksef_number = $8"
    " WHERE company_id = $1 AND document = $2 AND version = $3";
constexpr std::string_view OpenSql =
    "SELECT reference, environment, nip, opened_at FROM pl_ksef.session WHERE company_id = $1"
    " AND environment = $2 AND nip = $3 AND closed_at IS NULL AND opened_at > $4"
    " ORDER BY opened_at DESC LIMIT 1";
constexpr std::string_view SessionSql =
    "SELECT reference, environment, nip, opened_at FROM pl_ksef.session WHERE company_id = $1"
    " AND reference = $2 AND closed_at IS NULL";

constexpr std::array<std::string_view, 4> States = {"made", "sent", "accepted", "rejected"};

State stateOf(std::string_view text) {
    return static_cast<State>(std::find(States.begin(), States.end(), text) - States.begin());
}
std::string_view textOf(State state) {
    return States[static_cast<std::size_t>(state)];
}

Record recordAt(const Row& row) {
    std::uint32_t at = 0;
    Record record{.document = std::string(row.text(at++))};
    record.version = static_cast<int>(row.integer(at++));
    record.environment = row.text(at++);
    record.nip = row.text(at++);
    record.number = row.text(at++);
    record.issued = row.date(at++);
    record.mode = modeOf(row.text(at++)).value_or(Mode::Online);
    record.file = row.text(at++);
    record.digest = row.text(at++);
    record.replaced = row.optionalString(at++);
    record.certificateLink = row.optionalString(at++);
    record.submission = row.optionalString(at++);
    record.state = stateOf(row.text(at++));
    record.session = row.optionalString(at++);
    record.reference = row.optionalString(at++);
    record.ksefNumber = row.optionalString(at);
    return record;
}

std::optional<Session> sessionIn(const Rows& rows) {
    if (rows.empty()) {
        return std::nullopt;
    }
    const Row row = rows[0];
    return Session{std::string(row.text(0)), std::string(row.text(1)), std::string(row.text(2)),
                   row.instant(3)};
}

} // namespace

std::optional<Record> findRecord(Call& call, std::string_view document) {
    const Rows rows = call.db().query(FindSql, call.companyId(), document);
    return rows.empty() ? std::nullopt : std::optional(recordAt(rows[0]));
}

void insertRecord(Call& call, const Record& one) {
    call.db().send(InsertSql, call.companyId(), one.document, one.version, one.environment, one.nip,
                   one.number, one.issued, toText(one.mode), one.file, one.digest, one.replaced,
                   one.certificateLink, one.submission, textOf(one.state), one.session, one.reference,
                   one.ksefNumber);
}

void updateRecord(Call& call, const Record& one) {
    call.db().send(UpdateSql, call.companyId(), one.document, one.version, one.submission, textOf(one.state),
                   one.session, one.reference, one.ksefNumber);
}

std::optional<Session> openSession(Call& call, std::string_view environment, std::string_view nip,
                                   Instant since) {
    return sessionIn(call.db().query(OpenSql, call.companyId(), environment, nip, since));
}

std::optional<Session> findSession(Call& call, std::string_view reference) {
    return sessionIn(call.db().query(SessionSql, call.companyId(), reference));
}

void insertSession(Call& call, const Session& session) {
    call.db().send("INSERT INTO pl_ksef.session (company_id, reference, environment, nip, opened_at)"
                   " VALUES ($1, $2, $3, $4, $5)",
                   call.companyId(), session.reference, session.environment, session.nip, session.openedAt);
}

void closeSession(Call& call, std::string_view reference) {
    call.db().send("UPDATE pl_ksef.session SET closed_at = $3 WHERE company_id = $1 AND reference = $2",
                   call.companyId(), reference, call.now());
}

bool isWaitedFor(Call& call, std::string_view session) {
    return !call.db()
                .query("SELECT 1 FROM pl_ksef.document WHERE company_id = $1 AND session = $2"
                       " AND state = 'sent' LIMIT 1",
                       call.companyId(), session)
                .empty();
}

} // namespace svc::ksef
