#include "store/provider_calls.hpp"

namespace svc::integrations {
namespace {

constexpr std::string_view AddCallSql =
    "INSERT INTO integrations.call (company_id, id, provider, at, direction, method, path, status, "
    "duration_ms,"
    " error_code, request_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
constexpr std::string_view ListCallsSql =
    "SELECT id, at, direction, method, path, status, duration_ms, error_code, request_id FROM "
    "integrations.call"
    " WHERE company_id = $1 AND provider = $2 AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4";

/// 5xx of HTTP is a fault of the provider, that of SMTP a refusal.
api::ProviderCallOutcome outcomeOf(std::string_view method, const std::optional<std::int64_t>& status) {
    if (!status) {
        return api::ProviderCallOutcome::Unanswered;
    }
    if (method == "SMTP" && *status >= 400) {
        return api::ProviderCallOutcome::Refused;
    }
    return *status < 400   ? api::ProviderCallOutcome::Succeeded
           : *status < 500 ? api::ProviderCallOutcome::Refused
                           : api::ProviderCallOutcome::Failed;
}

api::ProviderCall callAt(const Row& row) {
    std::uint32_t at = 0;
    api::ProviderCall call;
    call.id = row.uuid(at++).toString();
    call.at = row.instant(at++);
    fromText(row.text(at++), call.direction);
    call.method = row.text(at++);
    call.path = row.text(at++);
    call.status = row.optionalInteger(at++);
    call.durationMs = row.integer(at++);
    call.errorCode = row.optionalString(at++);
    call.requestId = row.text(at);
    call.outcome = outcomeOf(call.method, call.status);
    return call;
}

} // namespace

void keepCall(Call& call, std::string_view provider, const api::ProviderCall& kept) {
    call.db().send(AddCallSql, call.companyId(), call.newUuid(), provider, call.now(), toText(kept.direction),
                   kept.method, kept.path, kept.status, kept.durationMs, kept.errorCode, kept.requestId);
}

std::vector<api::ProviderCall> listCalls(Call& call, std::string_view provider,
                                         const std::optional<Uuid>& before, std::int64_t limit) {
    std::vector<api::ProviderCall> calls;
    for (const Row row : call.db().query(ListCallsSql, call.companyId(), provider, before, limit)) {
        calls.push_back(callAt(row));
    }
    return calls;
}

void forgetCalls(Call& call, Instant before) {
    call.db().send("DELETE FROM integrations.call WHERE company_id = $1 AND at < $2", call.companyId(),
                   before);
}

} // namespace svc::integrations
