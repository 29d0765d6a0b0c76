#include "outage/store.hpp"

namespace svc::de_kassensichv {

void beginOutage(Call& call, const std::string& reason) {
    call.db().send("INSERT INTO de_kassensichv.outage (company_id, id, started_at, reason)"
                   " VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                   call.companyId(), call.newUuid(), call.now(), reason);
}

std::optional<Instant> endOutage(Call& call) {
    const Rows rows = call.db().query("UPDATE de_kassensichv.outage SET ended_at = $2"
                                      " WHERE company_id = $1 AND ended_at IS NULL RETURNING started_at",
                                      call.companyId(), call.now());
    return rows.empty() ? std::nullopt : std::optional(rows[0].instant(0));
}

std::vector<Outage> outages(Call& call) {
    std::vector<Outage> all;
    for (const Row row :
         call.db().query("SELECT started_at, ended_at, reason FROM de_kassensichv.outage"
                         " WHERE company_id = $1 ORDER BY started_at DESC, id DESC LIMIT 1000",
                         call.companyId())) {
        all.push_back({row.instant(0), row.optionalInstant(1), std::string(row.text(2))});
    }
    return all;
}

} // namespace svc::de_kassensichv
