#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace svc::bank {

/// Neighbouring movements of a wallet, oldest first, that a payout consists of: [first, last).
struct PayoutRun {
    std::size_t first = 0;
    std::size_t last = 0;
    std::int64_t unexplained = 0; ///< of the payout, what these movements do not add up to
    bool emptied = false;         ///< they are all that was in the wallet, up to the last of them
};

/// Which movements of the wallet of a provider a payout of that amount consists of. Providers pay out what
/// has come in since the last payout, less fees and refunds, and keep the latest days back.
///
/// `movements`: signed minor units, oldest first, without payouts; those from `usable` on are too late for
/// the payout. `balance`: of the wallet now, after all of them and all earlier payouts. Best first: all that
/// the wallet holds up to some movement; the latest neighbours that add up to the amount; as many of those
/// that wait as the amount covers, with a rest that is unexplained. Nothing when not even one is covered.
std::optional<PayoutRun> payoutRun(const std::vector<std::int64_t>& movements, std::size_t usable,
                                   std::int64_t balance, std::int64_t amount);

/// Does the text of a bank line name this wallet or provider, as whole words?
bool isNamedIn(std::string_view text, std::string_view name);

} // namespace svc::bank
