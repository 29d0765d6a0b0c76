#pragma once

#include <svc/http.hpp>

namespace svc::bank {

Response importStatement(Request& request);
Response listStatements(Request& request);
Response listBankTransactions(Request& request);
Response getBankTransaction(Request& request);
Response suggestMatches(Request& request);
Response matchBankTransaction(Request& request);
Response recordBankTransaction(Request& request);
Response ignoreBankTransaction(Request& request);
Response reopenBankTransaction(Request& request);

/// `{ walletId, lines: [ { bookedAt, valueDate, amount (minor units), label, counterparty: { name, iban },
/// reference, endToEndId, bankReference, currency (that of the wallet when not said) } ] }` of a feed →
/// `{ statementId, imported, duplicates, bankTransactionIds }`.
Json importLinesCommand(Call& call, const Json& input);

/// The hook of `transaction.voided`.
void transactionVoided(Call& call, const Json& event);

} // namespace svc::bank
