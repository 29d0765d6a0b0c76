#include "flow/store.hpp"

namespace svc::fr_einvoicing {
namespace {

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

} // namespace

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

} // namespace svc::fr_einvoicing
