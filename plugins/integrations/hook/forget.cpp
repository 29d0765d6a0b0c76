#include "connection/store.hpp"
#include "consent/store.hpp"
#include "feed/plan.hpp"
#include "hook/account_orders.hpp"
#include "hook/address.hpp"
#include "hook/store.hpp"
#include "provider/provider.hpp"
#include "provider/store.hpp"

namespace svc::integrations {
namespace {

constexpr std::int64_t KeptFor = 30 * Instant::Day;
/// The host forwards calls about an account for this long after the company disconnected it.
constexpr std::int64_t LeftFor = 90 * Instant::Day;

} // namespace

void jobs::forget(Call& call, const Json&) {
    planOverdue(call);
    for (const std::string& provider : verbs::providersOfAccount(call)) {
        // Connected before its connector required it, or disconnected so long ago that it is forgotten now.
        const auto connection = findConnection(call, provider);
        tellAccount(call, provider, connection ? connection->account : Json(nullptr));
    }
    forgetIncomingCalls(call, call.now() - KeptFor);
    forgetCalls(call, call.now() - KeptFor);
    forgetAccountOrders(call, call.now() - LeftFor);
    forgetAuthorizations(call, call.now());
}

} // namespace svc::integrations
