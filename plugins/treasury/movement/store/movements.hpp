#pragma once

#include <optional>
#include <vector>

#include "bindings.hpp"
#include "movement/rules/book_value.hpp"

namespace svc::treasury {

/// A movement of a wallet.
struct Transaction : api::Transaction {
    Transaction() { status = api::TransactionStatus::Posted; }

    std::int64_t baseAmount = 0; ///< book value in the currency of the company
    std::int64_t valueBase = 0;  ///< value at the rate of the day or of the document
    std::optional<TransactionId> reversesId{};
    bool needsSession = false;
    std::optional<std::string> entryId{};
    Json posting{}; ///< lines given to the ledger; null when there was none
};

struct TransactionPage {
    std::vector<api::Transaction> rows;
    std::int64_t count = 0;
};

/// The columns of `treasury.transaction r` that transactionFrom reads.
const std::string& transactionColumns();
Transaction transactionFrom(const Row& row, std::uint32_t at = 0);

/// Movements, for one call. A movement and the balance of its wallet are written by one statement.
class TransactionStore {
public:
    explicit TransactionStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<Transaction> findForUpdate(TransactionId id);
    /// Locks existing movements until the commit, always in the order of their ids, and before any balance.
    void lock(const std::vector<TransactionId>& ids);
    TransactionPage list(const api::ListTransactionsParameters& parameters);

    /// Moves the wallet now, so that the balance stays locked until the commit, and sets `balanceAfter`.
    /// Returns false and writes nothing if the balance would become negative and must not.
    bool insertNow(Transaction& transaction, bool allowNegative);
    /// Moves the wallet just before the commit. For movements that cannot be refused for lack of funds.
    void insertLate(const Transaction& transaction);
    void markVoided(const Transaction& transaction);

    std::int64_t balance(WalletId walletId);
    /// Locks the balances of wallets until the commit, always in the order of their ids. Returns the archived
    /// wallets.
    std::vector<WalletId> lockBalances(const std::vector<WalletId>& walletIds);
    /// Balance and cost of a wallet, locked until the commit.
    Holding lockHolding(WalletId walletId);
    /// Movements of a document, in the order of creation.
    std::vector<TransactionId> ofDocument(std::string_view documentId);
    void setReconciled(TransactionId id, bool reconciled);
    /// The same just before the commit, after the late movements of the wallet, which may include this one.
    void setReconciledLate(WalletId walletId, TransactionId id, bool reconciled);
    std::optional<Transaction> find(TransactionId id);

private:
    template <typename Function>
    void withParameters(const Transaction& transaction, bool allow, Function function);

    Call& call_;
    Uuid company_;
};

} // namespace svc::treasury
