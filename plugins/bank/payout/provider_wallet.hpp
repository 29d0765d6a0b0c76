#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "payout/store.hpp"

namespace svc::bank {

/// A movement of the wallet of a provider, other than a transfer.
struct ProviderMovement {
    TransactionId id;
    Date date;
    std::int64_t amount = 0; ///< signed minor units
    calls::treasury::TransactionKind kind{};
    std::string category;
    std::string reference; ///< the provider's reference
    std::optional<SaleId> saleId;
    bool isFee() const { return category == "bank_fees" && amount < 0; }
};

/// The recorded movements of the wallet in which a provider holds the payments of customers.
class ProviderWallet {
public:
    /// The movements of the last four months before the date, at most 5,000, and all since.
    ProviderWallet(Call& call, WalletId walletId, Date date);

    const std::vector<ProviderMovement>& movements() const noexcept { return movements_; } ///< oldest first

    /// The sale payment recorded by the movement, with empty reference and amounts.
    const api::PaymentOfPayout* paymentOf(const ProviderMovement& movement);

private:
    void readPayments();

    Call& call_;
    std::vector<ProviderMovement> movements_;
    std::optional<std::map<TransactionId, api::PaymentOfPayout>> payments_; ///< by movement
};

/// Providers of the latest payments of a wallet before the date.
std::set<std::string> providersOf(Call& call, WalletId walletId, Date date);

/// The content of a payout for display: payments, deductions, and the unexplained rest.
struct PayoutContent {
    std::vector<api::PaymentOfPayout> payments;
    std::int64_t gross = 0;
    std::int64_t fees = 0;
    std::int64_t refunds = 0;
    std::int64_t other = 0;
    std::int64_t feesToRecord = 0; ///< reported by the provider and not recorded yet
    std::int64_t unexplained = 0;
};

/// Built from the parts that the provider reported.
PayoutContent contentOf(const Payout& payout, ProviderWallet& wallet);
/// Built from neighbouring movements [first, last) of the wallet.
PayoutContent contentOf(ProviderWallet& wallet, std::size_t first, std::size_t last);

} // namespace svc::bank
