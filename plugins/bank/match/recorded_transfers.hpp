#pragma once

#include <vector>

#include "match/suggestions.hpp"

namespace svc::bank {

/// A recorded transfer whose movement in the wallet of a line is not reconciled yet.
struct RecordedTransfer {
    TransferId id;
    TransactionId movement; ///< in the wallet of the line; of several, the one that is no fee
    Date date;
    WalletId other; ///< the wallet at the other end
    bool whole =
        false; ///< the amount is all that it moves in the wallet of the line, else it is that movement

    /// How a match names it.
    api::MatchableKind kind() const {
        return whole ? api::MatchableKind::Transfer : api::MatchableKind::Transaction;
    }
    std::string matchId() const { return whole ? id.toString() : movement.toString(); }
};

/// The transfers that move the amount in the direction of the line at about its date, nearest first.
std::vector<RecordedTransfer> recordedTransfers(Call& call, const Line& line, std::int64_t amount);

/// The first of the transfers that goes to or comes from the wallet.
const RecordedTransfer* transferWith(const std::vector<RecordedTransfer>& transfers, WalletId other);

} // namespace svc::bank
