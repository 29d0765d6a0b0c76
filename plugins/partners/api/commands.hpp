#pragma once

#include <svc/call.hpp>

namespace svc::partners {

/// `{ id, lock }` → null or the partner's facts, amounts in minor units of the company's currency. With
/// `lock: true` the balance of a partner with a credit limit stays as it is until the commit, so that two
/// sales at once cannot pass the limit together.
Json getCommand(Call& call, const Json& input);
/// `{ ids: [] }` → `{ partners: [ { id, name } ] }`; unknown ones are left out.
Json namesCommand(Call& call, const Json& input);
/// `{ vatNumber, registrationNumber, peppolId }` → `{ id }`: the supplier with one of these, looked for in
/// this order; null when there is none or more than one.
Json findCommand(Call& call, const Json& input);
/// `{ id, receivable, payable }` → `{}`: adds signed minor units to the balances, just before the commit.
Json adjustBalanceCommand(Call& call, const Json& input);
/// `{ id }` → null or `{ id, number, date, partnerId, label }`.
Json documentCommand(Call& call, const Json& input);
/// `{ rows: [ { line, fields } ] }` → `{ created, updated, skipped, errors: [ { line, message } ] }`: a row
/// updates the partner with its externalId, else with its vatNumber, and creates one when there is none.
Json importCommand(Call& call, const Json& input);
/// `archive.partners`: every partner as the API shows it, archived ones too, in the archive of a period.
Json archiveCommand(Call& call, const Json& input);
/// `{}` → `{ partners: <number> }`: how many partners count for the plan.
Json planUseCommand(Call& call, const Json& input);
/// `{}` → `{ partners: [ { id, name, kind } ] }`: the partners of the demonstration company.
Json demonstrateCommand(Call& call, const Json& input);

} // namespace svc::partners
