#pragma once

#include <vector>

#include "match/suggestions.hpp"

namespace svc::bank {

/// A transfer in the books that no statement of the wallet of a line has told of yet.
struct RecordedTransfer {
    TransferId id;
    TransactionId movement; ///< in the wallet of the line; of several that which is no fee
    Date date;
    WalletId other; ///< the wallet at its other end
    bool whole =
        false; ///< the amount is all that it moves in the wallet of the line, else it is that movement

    /// What a match names.
    api::MatchableKind kind() const {
        return whole ? api::MatchableKind::Transfer : api::MatchableKind::Transaction;
    }
    std::string matchId() const { return whole ? id.toString() : movement.toString(); }
};

/// Those that move the amount in the direction of the line at about its date, nearest first.
std::vector<RecordedTransfer> recordedTransfers(Call& call, const Line& line, std::int64_t amount);

/// The first of them that goes to or comes from the wallet.
const RecordedTransfer* transferWith(const std::vector<RecordedTransfer>& transfers, WalletId other);

} // namespace svc::bank
