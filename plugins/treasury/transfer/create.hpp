#pragma once

#include "transfer/store.hpp"
#include "wallet/store.hpp"

namespace svc::treasury {

/// A transfer between two wallets, validated except for the funds.
struct TransferOrder {
    Wallet from;
    Wallet to;
    std::int64_t amount = 0;              ///< currency of `from`
    std::optional<std::int64_t> received; ///< currency of `to`; without it by the rates of the day
    std::int64_t fee = 0;                 ///< taken from `from` besides the amount
    Date date;
    std::optional<std::string> label;
    bool closingTill = false; ///< `from` is a till being closed: it needs no open session
};

/// Locks both wallets in the order of their ids, moves the money through `transfer_in_transit`, posts one
/// entry in the journal of each wallet, and emits `transfer.completed`. Refuses with `insufficient-funds`,
/// `rate-not-found`.
Transfer transferMoney(Call& call, const TransferOrder& order);

/// Validates the body of POST /wallets/transfer in the order of checks, and carries it out.
Transfer transferOf(Call& call, const api::TransferCreate& body);

} // namespace svc::treasury
