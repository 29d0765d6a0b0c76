#include "archive.hpp"

#include "accounting/archive.hpp"
#include "accounting/export_period.hpp"
#include "exports.hpp"
#include "general_ledger.hpp"
#include "rules/balance.hpp"

namespace svc::ohada {

Json archiveFilesCommand(Call& call, const Json& input) {
    const Period period = accounting::archivePeriod(input);
    const std::string chart(OwnChart);
    accounting::ArchiveFile ledger(call, ledgerName(period));
    GeneralLedger(call, chart, period).write([&](std::string_view text) { ledger.write(text); });
    ledger.finish();
    accounting::ArchiveFile balance(call, balanceName(period));
    balance.write(writeBalance(periodBalance(call, chart, period), 6, call.company().currency));
    balance.finish();
    return Json::object();
}

} // namespace svc::ohada
