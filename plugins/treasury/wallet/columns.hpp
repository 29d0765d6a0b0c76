#pragma once

#include <svc/columns.hpp>

#include "wallet/store.hpp"

namespace svc::treasury {

inline const Table Wallets("treasury.wallet", columnWrittenOnce("id", &Wallet::id),
                           columnWrittenOnce("kind", &Wallet::kind),
                           columnWrittenOnce("currency", &Wallet::currency), column("name", &Wallet::name),
                           column("business_unit_id", &Wallet::businessUnitId), column("iban", &Wallet::iban),
                           column("bic", &Wallet::bic), column("provider", &Wallet::provider),
                           column("account_number", &Wallet::accountNumber),
                           column("allow_negative", &Wallet::allowNegative),
                           column("require_session", &Wallet::requireSession),
                           column("is_default", &Wallet::isDefault), column("archived", &Wallet::archived),
                           column("version", &Wallet::version), column("updated_at", &Wallet::updatedAt),
                           columnWrittenOnce("created_at", &Wallet::createdAt),
                           actorColumns("created_by", &Wallet::createdBy));
/// A separate table, because every movement changes these columns.
inline const Table WalletBalances("treasury.wallet_balance", columnWrittenOnce("wallet_id", &Wallet::id),
                                  column("balance", &Wallet::balance),
                                  column("unreconciled", &Wallet::unreconciled),
                                  column("open_session_id", &Wallet::openSessionId));

} // namespace svc::treasury
