#include "provider/store.hpp"

#include <svc/columns.hpp>

namespace svc::integrations {
namespace {

constexpr std::string_view AddCallSql =
    "INSERT INTO integrations.call (company_id, id, provider, at, direction, method, path, status, "
    "duration_ms,"
    " error_code, request_id, error_message) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
const Table Calls("integrations.call", columnWrittenOnce("id", &api::ProviderCall::id),
                  column("at", &api::ProviderCall::at), column("direction", &api::ProviderCall::direction),
                  column("method", &api::ProviderCall::method), column("path", &api::ProviderCall::path),
                  column("status", &api::ProviderCall::status),
                  column("duration_ms", &api::ProviderCall::durationMs),
                  column("error_code", &api::ProviderCall::errorCode),
                  column("error_message", &api::ProviderCall::errorMessage),
                  column("request_id", &api::ProviderCall::requestId));
const std::string ListCallsSql = "SELECT " + Calls.select("c") +
                                 " FROM integrations.call c WHERE c.company_id = $1 AND c.provider = $2"
                                 " AND ($3::uuid IS NULL OR c.id < $3) ORDER BY c.id DESC LIMIT $4";

/// An HTTP status 5xx is a fault of the provider, an SMTP code 5xx is a refusal. Some providers refuse with a
/// success status.
api::ProviderCallOutcome outcomeOf(const api::ProviderCall& kept) {
    if (!kept.status) {
        return api::ProviderCallOutcome::Unanswered;
    }
    const bool saysWhyNot = kept.errorCode || kept.errorMessage;
    if (kept.method == "SMTP" || *kept.status < 400) {
        return *kept.status < 400 && !saysWhyNot ? api::ProviderCallOutcome::Succeeded
                                                 : api::ProviderCallOutcome::Refused;
    }
    return *kept.status < 500 ? api::ProviderCallOutcome::Refused : api::ProviderCallOutcome::Failed;
}

} // namespace

void keepCall(Call& call, std::string_view provider, const api::ProviderCall& kept) {
    call.db().send(AddCallSql, call.companyId(), call.newUuid(), provider, call.now(), toText(kept.direction),
                   kept.method, kept.path, kept.status, kept.durationMs, kept.errorCode, kept.requestId,
                   kept.errorMessage);
}

std::vector<api::ProviderCall> listCalls(Call& call, std::string_view provider,
                                         const std::optional<Uuid>& before, std::int64_t limit) {
    std::vector<api::ProviderCall> calls;
    for (const Row row : call.db().query(ListCallsSql, call.companyId(), provider, before, limit)) {
        calls.push_back(Calls.read(row));
        calls.back().outcome = outcomeOf(calls.back());
    }
    return calls;
}

void forgetCalls(Call& call, Instant before) {
    call.db().send("DELETE FROM integrations.call WHERE company_id = $1 AND at < $2", call.companyId(),
                   before);
}

} // namespace svc::integrations
