#pragma once

#include <optional>
#include <vector>

#include <svc/http.hpp>

#include "domain/book_value.hpp"

namespace svc::treasury {

/// A movement of a wallet. `amount` is positive minor units of the wallet's currency.
struct Transaction {
    Uuid id;
    Uuid walletId;
    std::string kind;
    Direction direction = Direction::In;
    std::int64_t amount = 0;
    Currency currency;
    std::int64_t baseAmount = 0; ///< value in the books, currency of the company
    std::int64_t valueBase = 0;  ///< value at the rate of the day or of the document
    std::optional<std::string> category;
    std::string label;
    std::optional<Uuid> partnerId;
    std::optional<Decimal> taxRate;
    Date date;
    std::string status = "posted";
    std::int64_t balanceAfter = 0;
    std::optional<std::string> documentKind;
    std::optional<std::string> documentId;
    bool reconciled = false;
    std::optional<std::string> reference;
    std::optional<Instant> voidedAt;
    std::optional<std::string> voidReason;
    std::optional<Uuid> reversesId;
    bool needsSession = false;
    std::optional<std::string> entryId;
    Json posting; ///< lines given to the ledger; null when there was none
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;
};

struct TransactionFilter {
    DateRange dates;
    std::optional<Uuid> walletId;
    std::optional<std::string> direction;
    std::optional<std::string> category;
    std::optional<Uuid> partnerId;
    std::optional<std::vector<std::string>> kinds;
    std::optional<std::vector<std::string>> statuses;
    std::optional<std::string> text;
    bool oldestFirst = false;
    std::int64_t limit = 100;
    std::int64_t offset = 0;
};

struct TransactionPage {
    std::vector<Transaction> rows;
    std::int64_t count = 0;
};

/// The columns of `treasury.transaction t` that transactionFrom reads.
std::string transactionColumns();
Transaction transactionFrom(const Row& row, std::uint32_t at = 0);

/// Movements, for one call. A movement and the balance of its wallet are written by one statement.
class TransactionStore {
public:
    explicit TransactionStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<Transaction> findForUpdate(const Uuid& id);
    TransactionPage list(const TransactionFilter& filter);

    /// Moves the wallet now, so that the balance stays locked until the commit, and fills in `balanceAfter`.
    /// False when the balance would become negative and may not; nothing is written then.
    bool insertNow(Transaction& transaction, bool allowNegative);
    /// Moves the wallet just before the commit. For movements that may not fail for want of funds.
    void insertLate(const Transaction& transaction);
    void markVoided(const Transaction& transaction);

    std::int64_t balance(const Uuid& walletId);
    /// Locks the balances of wallets until the commit, always in the order of their ids.
    void lockBalances(const std::vector<Uuid>& walletIds);
    /// What a wallet holds and what it cost, locked until the commit.
    Holding lockHolding(const Uuid& walletId);
    /// Movements of a document, in the order of their making.
    std::vector<Uuid> ofDocument(std::string_view documentId);
    void setReconciled(const Uuid& id, bool reconciled);
    /// The same just before the commit, after the late movements of the wallet: one of them may be meant.
    void setReconciledLate(const Uuid& walletId, const Uuid& id, bool reconciled);
    std::optional<Transaction> find(const Uuid& id);

private:
    template <typename Function>
    void withParameters(const Transaction& transaction, bool allow, Function function);

    Call& call_;
    Uuid company_;
};

} // namespace svc::treasury
