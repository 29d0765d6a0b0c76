#pragma once

#include <optional>
#include <vector>

#include <svc/call.hpp>

namespace svc::treasury {

/// Money that went from one wallet to another. `amount` and `fee` are minor units of `currency`.
struct Transfer {
    Uuid id;
    Uuid fromWalletId;
    Uuid toWalletId;
    std::int64_t amount = 0;
    Currency currency;
    std::int64_t receivedAmount = 0;
    Currency receivedCurrency;
    std::int64_t fee = 0;
    std::int64_t valueBase = 0; ///< what stood in transit, currency of the company
    Date date;
    std::string label;
    std::vector<Uuid> transactionIds; ///< out, in, fee
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;
};

class TransferStore {
public:
    explicit TransferStore(Call& call) : call_(call), company_(call.companyId()) {}

    /// Writes the transfer after its movements.
    void insert(const Transfer& transfer);

private:
    Call& call_;
    Uuid company_;
};

} // namespace svc::treasury
