#include "line/moves.hpp"

namespace svc::bank {
namespace {

/// Records the line as a movement of its own, and returns the movement too.
api::RecordBankTransactionAnswer recordLine(Call& call, BankLineId id, const api::BankRecord& body) {
    Line line = lockOpen(call, id);
    checkDay(call, line);
    Json movement = calls::treasury::record(call, movementOf(line, line.amount.minor(), body));
    line.transactionId = TransactionId::parse(movement.textOr("id"));
    settleLine(call, line, api::LineStatus::Recorded, {}, -line.amount.minor());
    return {.bankTransaction = std::move(line), .transaction = std::move(movement)};
}

} // namespace

Answer<200, api::RecordBankTransactionAnswer>
recordBankTransaction(Request& request, const api::RecordBankTransactionParameters& parameters,
                      const api::BankRecord& body) {
    return recordLine(request, parameters.id, body);
}

} // namespace svc::bank
