#pragma once

#include <optional>
#include <vector>

#include <bindings.hpp>

namespace svc::bank {

using PayoutPart = commands::PayoutPart;

/// A payout from the wallet in which a provider holds payments.
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

/// Payouts that the feeds of providers reported.
class PayoutStore {
public:
    explicit PayoutStore(Call& call) : call_(call), company_(call.companyId()) {}

    /// Inserts a payout, or updates the one with the same provider and reference, which keeps its line.
    void keep(const Payout& payout);
    /// Unlinked payouts that a line of another wallet with this amount and date may be, nearest date first.
    std::vector<Payout> forLine(const api::BankTransaction& line);
    std::optional<Payout> findForUpdate(PayoutId id);
    /// @param fees the movement of fees that were recorded with it
    void take(PayoutId id, BankLineId lineId, std::optional<TransactionId> fees);
    /// Unlinks the payouts of a line that is reopened. Returns the movements of their fees that are not
    /// voided.
    std::vector<TransactionId> release(BankLineId lineId);

private:
    Call& call_;
    Uuid company_;
};

} // namespace svc::bank
