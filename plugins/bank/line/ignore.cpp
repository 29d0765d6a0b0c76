#include "line/moves.hpp"

namespace svc::bank {
namespace {

Line ignoreLine(Call& call, BankLineId id, const std::optional<std::string>& reason) {
    Line line = lockOpen(call, id);
    line.ignoredReason = reason;
    settleLine(call, line, api::LineStatus::Ignored, {}, -line.amount.minor());
    return line;
}

} // namespace

Answer<200, api::BankTransaction>
ignoreBankTransaction(Request& request, const api::IgnoreBankTransactionParameters& parameters,
                      const api::IgnoreBankTransactionBody& body) {
    return answerOf(ignoreLine(request, parameters.id, body.reason));
}

} // namespace svc::bank
