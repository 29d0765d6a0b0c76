#include "session/store.hpp"

#include <svc/columns.hpp>

namespace svc::pl_ksef {
namespace {

const Table Sessions("pl_ksef.session", columnWrittenOnce("reference", &Session::reference),
                     column("environment", &Session::environment), column("nip", &Session::nip),
                     column("opened_at", &Session::openedAt));
const std::string SelectOpenSessions = "SELECT " + Sessions.select("s") +
                                       " FROM pl_ksef.session s WHERE s.company_id = $1"
                                       " AND s.closed_at IS NULL";
const std::string OpenSql =
    SelectOpenSessions +
    " AND s.environment = $2 AND s.nip = $3 AND s.opened_at > $4 ORDER BY s.opened_at DESC LIMIT 1";
const std::string SessionSql = SelectOpenSessions + " AND s.reference = $2";

std::optional<Session> sessionIn(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(Sessions.read(rows[0]));
}

} // namespace

std::optional<Session> openSession(Call& call, std::string_view environment, std::string_view nip,
                                   Instant since) {
    return sessionIn(call.db().query(OpenSql, call.companyId(), environment, nip, since));
}

std::optional<Session> findSession(Call& call, std::string_view reference) {
    return sessionIn(call.db().query(SessionSql, call.companyId(), reference));
}

void insertSession(Call& call, const Session& session) {
    Sessions.insert(call, {session});
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

} // namespace svc::pl_ksef
