#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <records.hpp>

namespace svc::ledger {

/// A line of an entry: an account role and one side, in minor units of the company's currency.
struct EntryLine {
    std::string role;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
    std::optional<PartnerId> partnerId;
    std::optional<std::string> taxCategory;
    std::optional<Decimal> taxRate;
    std::optional<WalletId> walletId;
    std::optional<std::int64_t> foreignAmount; ///< minor units, negative on the credit side
    std::optional<Currency> foreignCurrency;
    std::optional<Decimal> exchangeRate; ///< units of the foreign currency for one of the company's
    std::optional<std::string> label;
    std::optional<std::string> partnerName;
    std::optional<std::string> openItem;       ///< document of the receivable or payable, if another
    std::optional<std::string> openItemNumber; ///< and its number
    Json accounts = {}; ///< account numbers by chart that override the role's; null: none
};

/// A balanced entry of the books.
struct Entry {
    Uuid id;
    std::string journal;
    Date date;
    std::string label;
    std::string documentKind;
    std::string documentId;
    std::optional<std::string> documentNumber;
    Date documentDate;
    std::optional<BusinessUnitId> businessUnitId;
    std::vector<EntryLine> lines;
};

/// Puts every line on one side with a positive amount and drops lines of zero. Throws Fault, not a client
/// error, because the caller is a module: when the entry does not balance, names an unknown role or journal,
/// or an amount is out of range.
void settle(Entry& entry);

} // namespace svc::ledger
