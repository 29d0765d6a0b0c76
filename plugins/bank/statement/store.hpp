#pragma once

#include <utility>
#include <vector>

#include <bindings.hpp>

namespace svc::bank {

struct StatementPage {
    std::vector<api::BankStatement> rows;
    std::int64_t count = 0;
};

/// Files that were imported. `statements` and `skippedAccounts` of a record are always there: one a statement
/// of the file, also when it holds one alone, and the accounts that are not the wallet's, also when all are.
class StatementStore {
public:
    explicit StatementStore(Call& call) : call_(call), company_(call.companyId()) {}

    /// Also keeps other imports into the wallet waiting until this one is done.
    void insert(const api::ImportedStatement& statement);
    /// Puts in what became of it.
    void finish(const api::ImportedStatement& statement);
    StatementPage list(WalletId walletId, const ArrayPage& page);

    /// Did an imported statement of the wallet end with this balance? One answer for each of two.
    std::pair<bool, bool> endedWith(WalletId walletId, std::int64_t one, std::int64_t other);

private:
    Call& call_;
    Uuid company_;
};

} // namespace svc::bank
