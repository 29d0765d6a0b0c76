#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

namespace svc::bank {

/// What a payout consists of. Amounts are minor units.
struct PayoutPart {
    std::string kind;        ///< payment, refund, fee, other
    std::string reference;   ///< under which the provider knows the payment
    std::int64_t amount = 0; ///< signed, before the fee
    std::int64_t fee = 0;
};

/// What a provider pays out of the wallet of its payments.
struct Payout {
    Uuid id;
    Uuid walletId;
    std::string provider;
    std::string reference;
    std::string status; ///< announced, paid, failed
    std::int64_t amount = 0;
    Currency currency;
    Date arrivesOn;
    std::vector<PayoutPart> parts;
    std::optional<Uuid> lineId;
};

/// Payouts that the feeds of providers have told.
class PayoutStore {
public:
    explicit PayoutStore(Call& call) : call_(call), company_(call.companyId()) {}

    /// One that is known by its provider and reference is changed; it keeps its line.
    void keep(const Payout& payout);
    /// Those that a line of another wallet with this amount and date may be and that have none yet, nearest
    /// first.
    std::vector<Payout> forLine(const Uuid& walletId, std::int64_t amount, Currency currency, Date date);
    std::optional<Payout> findForUpdate(const Uuid& id);
    void take(const Uuid& id, const Uuid& lineId);
    /// The payout of a line that is reopened has none any more.
    void release(const Uuid& lineId);

private:
    Call& call_;
    Uuid company_;
};

} // namespace svc::bank
