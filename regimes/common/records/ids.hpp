/// @file Identifiers of the records of modules that regimes meet in events, commands and views.
#pragma once

#include <svc/call.hpp>

namespace svc::records {

using CashSessionId = PrefixedId<"csh">;
using CreditNoteId = PrefixedId<"crn">;
using PaymentId = PrefixedId<"pay">;
using SaleId = PrefixedId<"sal">;
using TransactionId = PrefixedId<"txn">;
using TransferId = PrefixedId<"trf">;
using WalletId = PrefixedId<"wal">;

} // namespace svc::records
