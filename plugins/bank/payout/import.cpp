#include <svc/text.hpp>

#include "payout/store.hpp"
#include "trade/wallets.hpp"

namespace svc::bank {
namespace {

Payout payoutOf(Call& call, const commands::FeedPayout& given, WalletId walletId,
                const std::string& provider) {
    const auto currency = Currency::parse(trim(given.currency));
    const auto arrivesOn = Date::parse(trim(given.arrivesOn));
    const std::string reference(trim(given.reference));
    if (reference.empty() || !currency || !arrivesOn) {
        throw fieldInvalid("payouts");
    }
    Payout payout{.id = call.newId<PayoutId>(),
                  .walletId = walletId,
                  .provider = provider,
                  .reference = reference,
                  .status = given.status,
                  .amount = given.amount.minor(),
                  .currency = *currency,
                  .arrivesOn = *arrivesOn,
                  .parts = given.parts.value_or(std::vector<PayoutPart>())};
    for (PayoutPart& part : payout.parts) {
        part.reference = trim(part.reference);
    }
    return payout;
}

} // namespace

void commands::importPayouts(Call& call, const commands::ImportPayoutsInput& input) {
    const auto wallet = trade::requireWallet<calls::treasury::wallet>(call, input.walletId);
    for (const FeedPayout& given : input.payouts) {
        const Payout payout = payoutOf(call, given, wallet.id, input.provider);
        // A payout in another currency than that of the wallet cannot be explained by its movements.
        if (payout.currency == wallet.currency) {
            PayoutStore(call).keep(payout);
        }
    }
}

} // namespace svc::bank
