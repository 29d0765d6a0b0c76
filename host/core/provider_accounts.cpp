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

} // namespace

void offerProviderAccounts(Catalogue& catalogue) {
    catalogue.add(Command{"host.account", "host", [](UnitOfWork& work, std::string_view text) {
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
