#pragma once

#include <optional>
#include <vector>

#include <bindings.hpp>

namespace svc::bank {

using PayoutPart = commands::PayoutPart;

/// What a provider pays out of the wallet of its payments.
struct Payout {
    PayoutId id;
    WalletId walletId;
    std::string provider;
    std::string reference;
    api::PayoutStatus status = api::PayoutStatus::Announced;
    std::int64_t amount = 0; ///< signed minor units
    Currency currency;
    Date arrivesOn;
    std::vector<PayoutPart> parts;
    std::optional<BankLineId> lineId{};
};

/// Payouts that the feeds of providers have told.
class PayoutStore {
public:
    explicit PayoutStore(Call& call) : call_(call), company_(call.companyId()) {}

    /// One that is known by its provider and reference is changed; it keeps its line.
    void keep(const Payout& payout);
    /// Those that a line of another wallet with this amount and date may be and that have none yet, nearest
    /// first.
    std::vector<Payout> forLine(const api::BankTransaction& line);
    std::optional<Payout> findForUpdate(PayoutId id);
    /// @param fees the movement of fees that were recorded with it
    void take(PayoutId id, BankLineId lineId, std::optional<TransactionId> fees);
    /// The payouts of a line that is reopened have none any more. Gives the movements of their fees that
    /// still stand.
    std::vector<TransactionId> release(BankLineId lineId);

private:
    Call& call_;
    Uuid company_;
};

} // namespace svc::bank
