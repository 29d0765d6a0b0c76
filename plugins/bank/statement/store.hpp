#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <bindings.hpp>

namespace svc::bank {

struct StatementPage {
    std::vector<api::BankStatement> rows;
    std::int64_t count = 0;
};

/// Imported files. `statements` and `skippedAccounts` of a record are always set: one entry per statement of
/// the file, even for a single one, and the accounts that are not the wallet's, even when all are.
class StatementStore {
public:
    explicit StatementStore(Call& call) : call_(call), company_(call.companyId()) {}

    /// Also locks the wallet against other imports until the end of the transaction.
    void insert(const api::ImportedStatement& statement);
    /// Writes the result of the import.
    void finish(const api::ImportedStatement& statement);
    StatementPage list(const api::ListStatementsParameters& parameters);

    /// Did an imported statement of the wallet end with this balance? One answer for each balance.
    std::pair<bool, bool> endedWith(WalletId walletId, std::int64_t one, std::int64_t other);
    /// The account that the latest of the finished imports into the wallet named.
    std::optional<std::string> lastAccount(WalletId walletId);

private:
    Call& call_;
    Uuid company_;
};

} // namespace svc::bank
