#include "hook/store.hpp"

namespace svc::integrations {
namespace {

constexpr std::string_view KeepIncomingSql =
    "INSERT INTO integrations.incoming_call (company_id, provider, external_id, received_at)"
    " VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1";
constexpr std::string_view ForgetIncomingSql =
    "DELETE FROM integrations.incoming_call WHERE company_id = $1 AND received_at < $2";

} // namespace

bool keepIncomingCall(Call& call, std::string_view provider, std::string_view externalId) {
    return !call.db().query(KeepIncomingSql, call.companyId(), provider, externalId, call.now()).empty();
}

void forgetIncomingCalls(Call& call, Instant before) {
    call.db().send(ForgetIncomingSql, call.companyId(), before);
}

} // namespace svc::integrations
