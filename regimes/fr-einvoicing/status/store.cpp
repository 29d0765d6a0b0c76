#include "status/store.hpp"

#include <svc/columns.hpp>

namespace svc::fr_einvoicing {
namespace {

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

std::optional<OutgoingStatus> statusIn(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(OutgoingStatuses.read(rows[0]));
}

} // namespace

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
