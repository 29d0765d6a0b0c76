#include "entry/rules/entry.hpp"

#include <algorithm>

#include <svc/error.hpp>
#include <svc/rounding.hpp>

#include "chart/rules/charts.hpp"

namespace svc::ledger {
namespace {

void settleLine(EntryLine& line) {
    if (!charts().hasRole(line.role)) {
        throw Fault("ledger.post: unknown role " + line.role);
    }
    const Int128 amount = Int128{line.debit} - line.credit;
    if (!isMinorInRange(amount)) {
        throw Fault("ledger.post: the amount of " + line.role + " is out of range");
    }
    const auto side = static_cast<std::int64_t>(amount);
    line.debit = side > 0 ? side : 0;
    line.credit = side < 0 ? -side : 0;
    if (line.foreignAmount) {
        const std::int64_t size = *line.foreignAmount < 0 ? -*line.foreignAmount : *line.foreignAmount;
        line.foreignAmount = side < 0 ? -size : size;
    }
    if (!line.foreignAmount || !line.foreignCurrency) {
        line.foreignAmount.reset();
        line.foreignCurrency.reset();
        line.exchangeRate.reset();
    }
}

} // namespace

void settle(Entry& entry) {
    if (!charts().hasJournal(entry.journal)) {
        throw Fault("ledger.post: unknown journal " + entry.journal);
    }
    Int128 difference = 0;
    for (EntryLine& line : entry.lines) {
        settleLine(line);
        difference += Int128{line.debit} - line.credit;
    }
    if (difference != 0) {
        throw Fault("ledger.post: the entry of " + entry.documentKind + ' ' + entry.documentId +
                    " does not balance");
    }
    entry.lines.erase(
        std::remove_if(entry.lines.begin(), entry.lines.end(),
                       [](const EntryLine& line) { return line.debit == 0 && line.credit == 0; }),
        entry.lines.end());
}

} // namespace svc::ledger
