#include "host/core/provider_accounts.hpp"

#include <svc/json.hpp>

#include "host/core/unit_of_work.hpp"

namespace svc::host {
namespace {

constexpr std::string_view Keep =
    "INSERT INTO svc.provider_account (company_id, provider, account) VALUES ($1, $2, $3)"
    " ON CONFLICT (company_id, provider) DO UPDATE SET account = excluded.account"
    " WHERE svc.provider_account.account <> excluded.account";
constexpr std::string_view Forget =
    "DELETE FROM svc.provider_account WHERE company_id = $1 AND provider = $2";

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
                              const std::string company = work.company().id.toString();
                              const std::string provider = input.textOr("provider");
                              if (const auto account = input.optionalText("account")) {
                                  work.db().send(Keep, {company, provider, *account});
                              } else {
                                  work.db().send(Forget, {company, provider});
                              }
                              return std::string("{}");
                          }});
}

} // namespace svc::host
