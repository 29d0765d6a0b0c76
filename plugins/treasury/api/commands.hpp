#pragma once

#include <svc/call.hpp>

namespace svc::treasury {

/// `{ id, businessUnitId }` → null or `{ id, name, kind, currency, allowNegative, requireSession,
/// openSessionId, archived, businessUnitId, balance }`. Without id: the default wallet of the business unit,
/// else of the company.
Json walletCommand(Call& call, const Json& input);

/// Money into or out of a wallet for a document: `{ walletId, amount, kind, documentKind, documentId,
/// partnerId, date, label, reference, category, counterpart: [ { role, amount, … } ] }` → `{ transactionId,
/// baseAmount }`. Optional: `wallet` (the answer of treasury.wallet, spares reading it again), `baseAmount`
/// (value in the currency of the company instead of the rate of the day), `documentNumber`, `documentDate`,
/// `businessUnitId`.
Json receiveCommand(Call& call, const Json& input);
Json payCommand(Call& call, const Json& input);

/// `{ transactionId, reason, date }` → `{ transactionId }` of the reversing movement; of any kind.
Json reverseCommand(Call& call, const Json& input);

/// `{ key, direction }` → null or `{ key, label, direction, role, accounts }`: a category with the role and
/// the accounts against which its movements are posted.
Json categoryCommand(Call& call, const Json& input);

/// `{ currency, date }` → null or `{ rate, date, source }`: units of the currency for one unit of the
/// company's.
Json rateCommand(Call& call, const Json& input);
/// `treasury.set_rate`
Json setRateCommand(Call& call, const Json& input);

/// `{ fromWalletId, toWalletId, amount, receivedAmount, fee, date, label }`, the body of POST
/// /wallets/transfer (major units) → the transfer.
Json transferCommand(Call& call, const Json& input);

/// The body of POST /transactions (major units) → the movement, with `transaction.created`. With `kind: bank`
/// it is reconciled, and may name `documentKind` and `documentId`.
Json recordCommand(Call& call, const Json& input);

/// `{ transactionId, reason, date }` → the movement, voided, with `transaction.voided`. Not of documents.
Json voidCommand(Call& call, const Json& input);

/// `{ transactions: [ { id, reconciled } ], walletId, waiting }` → `{}`: marks movements as found on a
/// statement or not, and adds `waiting` (minor units, signed) to what waits for reconciliation in the wallet.
Json reconcileCommand(Call& call, const Json& input);

/// `{ id }` → null or `{ id, number, date, partnerId, label }`.
Json documentWalletCommand(Call& call, const Json& input);
Json documentTransactionCommand(Call& call, const Json& input);
Json documentCashSessionCommand(Call& call, const Json& input);

/// `{}` → `{ wallets: <number> }`: how many wallets count for the plan.
Json planUseCommand(Call& call, const Json& input);

} // namespace svc::treasury
