/// @file Identifiers of records of other modules that regimes and the sealed journal get from events,
/// commands and views.
#pragma once

#include <svc/id.hpp>

namespace svc::records {

using CashSessionId = PrefixedId<"csh">;
using CreditNoteId = PrefixedId<"crn">;
using PartnerId = PrefixedId<"par">;
using PaymentId = PrefixedId<"pay">;
using RefundId = PrefixedId<"rfd">;
using SaleId = PrefixedId<"sal">;
using TransactionId = PrefixedId<"txn">;
using TransferId = PrefixedId<"trf">;
using WalletId = PrefixedId<"wal">;

} // namespace svc::records
