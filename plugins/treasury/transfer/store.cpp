#include "transfer/store.hpp"

namespace svc::treasury {

namespace {

constexpr std::string_view InsertTransferSql =
    "INSERT INTO treasury.transfer (company_id, id, from_wallet_id, to_wallet_id, amount, currency,"
    " received_amount, received_currency, fee, value_base, date, label, created_at, updated_at,"
    " created_by_kind, created_by_id, out_id, in_id, fee_id)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15, $16, $17, $18)";

} // namespace

void insertTransfer(Call& call, const Transfer& t, std::int64_t valueBase) {
    const std::vector<TransactionId>& ids = t.transactionIds;
    call.db().send(InsertTransferSql, call.companyId(), t.id, t.fromWalletId, t.toWalletId, t.amount.minor(),
                   t.currency, t.receivedAmount.minor(), t.receivedCurrency, t.fee.minor(), valueBase, t.date,
                   t.label, t.createdAt, t.createdBy.kindText(), t.createdBy.optionalId(), ids.at(0),
                   ids.at(1), ids.size() > 2 ? std::optional(ids[2]) : std::nullopt);
}

} // namespace svc::treasury
