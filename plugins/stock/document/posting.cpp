#include "document/posting.hpp"

#include "shelf/store/periodic_spans.hpp"

namespace svc::stock {
namespace {

using LedgerLine = calls::ledger::PostInputLinesItem;

LedgerLine ledgerLine(std::string_view role, std::int64_t debit, std::int64_t credit) {
    LedgerLine line;
    line.role = role;
    line.debit = debit;
    line.credit = credit;
    return line;
}

} // namespace

void postStock(Call& call, const StockPosting& posting) {
    // Under periodic inventory nothing is posted during the year.
    if (isPeriodic(call.company().accounting) || (posting.valueIn == 0 && posting.valueOut == 0) ||
        !calls::ledger::offersPost(call)) {
        return;
    }
    calls::ledger::PostInput entry;
    entry.journal = "OD";
    entry.date = posting.date;
    entry.label = posting.label;
    entry.documentKind = posting.documentKind;
    entry.documentId = posting.documentId;
    entry.documentNumber = posting.documentNumber;
    entry.documentDate = posting.date;
    entry.businessUnitId = posting.businessUnitId;
    if (posting.valueIn != 0) {
        entry.lines.push_back(ledgerLine("inventory", posting.valueIn, 0));
        entry.lines.push_back(ledgerLine(posting.counterpart, 0, posting.valueIn));
    }
    if (posting.valueOut != 0) {
        entry.lines.push_back(ledgerLine(posting.counterpart, posting.valueOut, 0));
        entry.lines.push_back(ledgerLine("inventory", 0, posting.valueOut));
    }
    calls::ledger::post(call, entry);
}

} // namespace svc::stock
