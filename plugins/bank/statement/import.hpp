#pragma once

#include <functional>

#include "bindings.hpp"
#include "statement/rules/statement.hpp"

namespace svc::bank {

using Wallet = calls::treasury::KnownWallet;

struct ImportOptions {
    std::optional<std::string> fileName{};
    bool acceptUnbalanced = false;
    api::LineSource source = api::LineSource::File;
};

/// Adds the handed-on lines that do not exist yet, all or none, with `bank_transaction.imported` for each.
/// Refuses with `statement-account-mismatch`, `statement-currency-mismatch`, `statement-unbalanced`.
api::ImportedStatement importStatements(Call& call, const Wallet& wallet, const ImportOptions& options,
                                        const std::function<void(StatementSink&)>& read);

} // namespace svc::bank
