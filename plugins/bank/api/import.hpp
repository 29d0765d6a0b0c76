#pragma once

#include <functional>

#include <svc/call.hpp>

#include "domain/statement.hpp"
#include "store/statement_store.hpp"

namespace svc::bank {

/// What treasury says of a wallet.
struct Wallet {
    Uuid id;
    std::string text; ///< wal_…
    std::string kind;
    Currency currency;
    std::string iban;
    std::string accountNumber;
};

/// 404 `wallet-not-found`.
Wallet requireWallet(Call& call, std::string_view id);

struct ImportOptions {
    std::optional<std::string> fileName;
    bool acceptUnbalanced = false;
    std::string source = "file";
};

struct Imported {
    Statement statement;
    std::vector<Uuid> lines; ///< those that are new
};

/// Adds the lines that `read` hands on and that are not there yet, all or none, with
/// `bank_transaction.imported` for each. Refuses with `statement-account-mismatch`,
/// `statement-currency-mismatch`, `statement-unbalanced`.
Imported importStatements(Call& call, const Wallet& wallet, const ImportOptions& options,
                          const std::function<void(StatementSink&)>& read);

} // namespace svc::bank
