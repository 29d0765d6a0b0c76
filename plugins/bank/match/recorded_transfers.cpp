#include "match/recorded_transfers.hpp"

#include <algorithm>
#include <map>

#include <svc/columns.hpp>

namespace svc::bank {

namespace {

/// A movement of a transfer, with the total of its unreconciled movements in the same wallet.
struct OpenLeg {
    TransactionId id;
    std::optional<std::string> documentId;
    Date date;
    std::int64_t total = 0; ///< of all of them
    std::int64_t count = 0;
};
const Table OpenLegs("legs", columnWrittenOnce("id", &OpenLeg::id),
                     column("document_id", &OpenLeg::documentId), column("date", &OpenLeg::date),
                     column("total", &OpenLeg::total), column("count", &OpenLeg::count));
// A fee has a category.
const std::string OpenLegsSql =
    "SELECT " + OpenLegs.select("x") +
    " FROM (SELECT t.id, t.document_id, t.date, t.amount, t.category,"
    " (sum(t.amount) OVER d)::bigint AS total, count(*) OVER d AS count"
    " FROM treasury.v1_transactions t WHERE t.company_id = $1 AND t.wallet_id = $2 AND t.direction = $3"
    " AND t.kind = 'transfer' AND NOT t.reconciled AND t.status = 'posted'"
    " AND t.reverses_id IS NULL AND t.date BETWEEN $5::date - 10 AND $5::date + 5"
    " WINDOW d AS (PARTITION BY t.document_id)) x"
    " WHERE x.amount = $4 OR (x.total = $4 AND x.category IS NULL)"
    " ORDER BY abs(x.date - $5::date), x.id LIMIT 10";

struct TransferFacts {
    TransferId id;
    WalletId from;
    WalletId to;
    std::int64_t fee = 0;
};
const Table Facts("treasury.v1_transfers", columnWrittenOnce("id", &TransferFacts::id),
                  column("from_wallet_id", &TransferFacts::from), column("to_wallet_id", &TransferFacts::to),
                  column("fee", &TransferFacts::fee));
const std::string FactsSql = "SELECT " + Facts.select("f") +
                             " FROM treasury.v1_transfers f WHERE f.company_id = $1"
                             " AND f.id = ANY($2::uuid[])";

std::map<TransferId, TransferFacts> factsOf(Call& call, const std::vector<OpenLeg>& legs) {
    ArrayParam ids;
    for (const OpenLeg& leg : legs) {
        if (const auto id = TransferId::parse(leg.documentId.value_or(""))) {
            ids.add(*id);
        }
    }
    std::map<TransferId, TransferFacts> facts;
    for (const Row row : call.db().query(FactsSql, call.companyId(), ids)) {
        const TransferFacts one = Facts.read(row);
        facts.emplace(one.id, one);
    }
    return facts;
}

} // namespace

std::vector<RecordedTransfer> recordedTransfers(Call& call, const Line& line, std::int64_t amount) {
    std::vector<OpenLeg> legs;
    for (const Row row : call.db().query(OpenLegsSql, call.companyId(), line.walletId,
                                         isMoneyIn(line) ? "in" : "out", amount, line.bookedAt)) {
        legs.push_back(OpenLegs.read(row));
    }
    std::vector<RecordedTransfer> transfers;
    if (legs.empty()) {
        return transfers;
    }
    const auto facts = factsOf(call, legs);
    for (const OpenLeg& leg : legs) {
        const auto found = facts.find(TransferId::parseOrNil(leg.documentId.value_or("")));
        if (found == facts.end()) {
            continue;
        }
        const TransferFacts& transfer = found->second;
        const bool out = transfer.from == line.walletId;
        const std::int64_t movements = out && transfer.fee > 0 ? 2 : 1;
        transfers.push_back({.id = transfer.id,
                             .movement = leg.id,
                             .date = leg.date,
                             .other = out ? transfer.to : transfer.from,
                             .whole = leg.total == amount && leg.count == movements});
    }
    return transfers;
}

const RecordedTransfer* transferWith(const std::vector<RecordedTransfer>& transfers, WalletId other) {
    const auto found = std::find_if(transfers.begin(), transfers.end(),
                                    [&](const RecordedTransfer& one) { return one.other == other; });
    return found == transfers.end() ? nullptr : &*found;
}

} // namespace svc::bank
