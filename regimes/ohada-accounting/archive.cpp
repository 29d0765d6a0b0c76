#include "accounting/archive.hpp"
#include "bindings.hpp"
#include "exports.hpp"
#include "general_ledger.hpp"
#include "rules/balance.hpp"

namespace svc::ohada_accounting {

/// Both files for the archive of a period.
commands::AccountingFilesOutput commands::accountingFiles(Call& call,
                                                          const commands::AccountingFilesInput& input) {
    const Period period{input.from, input.to};
    const std::string chart(OwnChart);
    accounting::ArchiveFile ledger(call, calls::ledger::archiveWrite, ledgerName(period));
    GeneralLedger(call, chart, period).write([&](std::string_view text) { ledger.write(text); });
    ledger.finish();
    accounting::ArchiveFile balance(call, calls::ledger::archiveWrite, balanceName(period));
    balance.write(writeBalance(periodBalance(call, chart, period), 6, call.company().currency));
    balance.finish();
    return {};
}

} // namespace svc::ohada_accounting
