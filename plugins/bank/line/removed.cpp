#include "line/removed.hpp"

#include "line/moves.hpp"

namespace svc::bank {
namespace {

/// The reason for ignoring a line that the bank removed.
constexpr std::string_view RemovedByBank = "removed-by-bank";

} // namespace

void withdrawLine(Call& call, Line line) {
    line.removedAt = call.now().truncatedToMillis();
    if (line.status == api::LineStatus::Unmatched) {
        line.ignoredReason = RemovedByBank;
        settleLine(call, line, api::LineStatus::Ignored, {}, -line.amount.minor());
    } else {
        saveLine(call, line);
    }
    call.history("bank_transaction", line.id.toString(), "removed_by_bank");
}

void restoreLine(Call& call, Line line) {
    line.removedAt.reset();
    if (line.status == api::LineStatus::Ignored && line.ignoredReason == RemovedByBank) {
        line.ignoredReason.reset();
        settleLine(call, line, api::LineStatus::Unmatched, {}, line.amount.minor());
    } else {
        saveLine(call, line);
    }
    call.history("bank_transaction", line.id.toString(), "restored_by_bank");
}

} // namespace svc::bank
