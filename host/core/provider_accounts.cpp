#include "host/core/provider_accounts.hpp"

#include <svc/date.hpp>
#include <svc/json.hpp>

#include "host/core/unit_of_work.hpp"

namespace svc::host {
namespace {

constexpr std::string_view Keep =
    "INSERT INTO svc.provider_account (company_id, provider, account) VALUES ($1, $2, $3)"
    " ON CONFLICT (company_id, provider) DO UPDATE SET account = excluded.account"
    " WHERE svc.provider_account.account <> excluded.account";
// Marks the company's other accounts of the provider as left.
constexpr std::string_view LeaveOthers =
    "WITH gone AS (DELETE FROM svc.provider_account WHERE company_id = $1 AND provider = $2"
    " AND account IS DISTINCT FROM $3 RETURNING account)"
    " INSERT INTO svc.left_account (company_id, provider, account, left_at)"
    " SELECT $1, $2, account, $4 FROM gone"
    " ON CONFLICT (company_id, provider, account) DO UPDATE SET left_at = excluded.left_at";
// Forgets accounts that are connected again, or were left so long ago that the provider no longer calls about
// them.
constexpr std::string_view ForgetLeft =
    "DELETE FROM svc.left_account WHERE company_id = $1 AND provider = $2 AND (account = $3 OR left_at < $4)";

/// Shopify, for example, still calls two days after its app was uninstalled.
constexpr std::int64_t LeftFor = 90 * Instant::Day;

void tellAccount(UnitOfWork& work, const std::string& provider, const std::optional<std::string>& account) {
    const std::string company = work.company().id.toString();
    const std::string now = work.now().toString();
    const std::string longAgo = (work.now() + -LeftFor).toString();
    const db::Param current = account ? db::Param(*account) : std::nullopt;
    work.db().send(LeaveOthers, {company, provider, current, now});
    if (account) {
        work.db().send(Keep, {company, provider, *account});
    }
    work.db().send(ForgetLeft, {company, provider, current, longAgo});
}

/// Whoever names an account hears what its provider says of it: only the plugin that these calls are given to
/// may, which has checked the account with the provider.
void checkCaller(UnitOfWork& work) {
    const std::string& caller = work.caller();
    const Lifecycle* taker = work.services().catalogue.providerCallTaker();
    if (caller.empty() || (taker != nullptr && taker->plugin == caller)) {
        return;
    }
    const std::string why = "only the plugin with lifecycle.providerCall may name accounts of providers";
    if (work.services().refused) {
        work.services().refused(caller, "command host.account", why);
    }
    throw Fault("permission-refused:command host.account: " + why);
}

} // namespace

void offerProviderAccounts(Catalogue& catalogue) {
    catalogue.add(Command{"host.account", "host", [](UnitOfWork& work, std::string_view text) {
                              checkCaller(work);
                              const Json input = Json::parse(text);
                              tellAccount(work, input.textOr("provider"), input.optionalText("account"));
                              return std::string("{}");
                          }});
}

} // namespace svc::host
