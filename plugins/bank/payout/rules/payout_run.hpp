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
    std::int64_t unexplained = 0; ///< amount of the payout minus the sum of these movements
    bool emptied = false; ///< these movements were the whole content of the wallet after the last of them
};

/// Which movements of a provider's wallet make up a payout of that amount. Providers pay out what has come in
/// since the last payout, less fees and refunds, and hold back the latest days.
///
/// `movements`: signed minor units, oldest first, without payouts; those from `usable` on are too late for
/// the payout. `balance`: of the wallet now, after all of them and all earlier payouts. Preferred in this
/// order: the whole content of the wallet up to some movement; the latest neighbours that add up to the
/// amount; as many of the movements not yet paid out as the amount covers, with an unexplained rest. Nothing
/// when the amount covers none.
std::optional<PayoutRun> payoutRun(const std::vector<std::int64_t>& movements, std::size_t usable,
                                   std::int64_t balance, std::int64_t amount);

/// Does the text of a bank line name this wallet or provider, as whole words?
bool isNamedIn(std::string_view text, std::string_view name);

} // namespace svc::bank
