/// @file The command of the plugin `ledger`: double entries by account role.
///
/// A plugin that calls it names it under `commands.uses` of its plugin.yaml, `optional: true` when the
/// company may work without books (then ask `call.offers("ledger.post")` first).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

namespace svc::contracts {

/// One line of an entry, in minor units of the company's currency. Accounts are named by their role
/// (customer, sales_goods, vat_collected_goods, bank …); a chart of accounts gives them numbers when a report
/// is made.
struct EntryLine {
    std::string role;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
    std::optional<std::string> partnerId;
    std::optional<std::string> taxCategory;
    std::optional<Decimal> taxRate;
    std::optional<std::string> walletId;
    std::optional<std::int64_t> foreignAmount; ///< signed, minor units of foreignCurrency
    std::optional<Currency> foreignCurrency;
    std::optional<Decimal> exchangeRate;
    std::optional<std::string> label;
    std::optional<std::string> partnerName = {}; ///< spares the ledger the question
    std::optional<std::string> openItem = {}; ///< id of the sale or purchase that a customer's or supplier's
                                              ///< line belongs to; none: the document of the entry
    std::optional<std::string> openItemNumber = {}; ///< and its number
    Json accounts = {}; ///< numbers by chart that stand before that of the role, `{"PCG": "615"}`; null: none
};

struct Entry {
    std::string journal; ///< VE sales, AC purchases, CA cash, BQ bank, MM mobile money, OD others
    Date date;
    std::string label;
    std::string documentKind;
    std::string documentId;
    std::optional<std::string> documentNumber;
    std::optional<Date> documentDate;
    std::optional<std::string> businessUnitId;
    std::vector<EntryLine> lines; ///< debits and credits are equal
};

/// `ledger.post`: writes the entry just before the commit and gives its id; nothing for an entry of zero,
/// which is not written. One that does not balance is a fault of the caller.
inline std::optional<std::string> postEntry(Call& call, const Entry& entry) {
    Json lines = Json::array();
    for (const EntryLine& line : entry.lines) {
        lines.push(Json::object({{"role", line.role},
                                 {"debit", line.debit},
                                 {"credit", line.credit},
                                 {"partnerId", line.partnerId},
                                 {"taxCategory", line.taxCategory},
                                 {"taxRate", line.taxRate},
                                 {"walletId", line.walletId},
                                 {"foreignAmount", line.foreignAmount},
                                 {"foreignCurrency", line.foreignCurrency},
                                 {"exchangeRate", line.exchangeRate},
                                 {"label", line.label},
                                 {"partnerName", line.partnerName},
                                 {"openItem", line.openItem},
                                 {"openItemNumber", line.openItemNumber},
                                 {"accounts", line.accounts}}));
    }
    return call
        .command("ledger.post", Json::object({{"journal", entry.journal},
                                              {"date", entry.date},
                                              {"label", entry.label},
                                              {"documentKind", entry.documentKind},
                                              {"documentId", entry.documentId},
                                              {"documentNumber", entry.documentNumber},
                                              {"documentDate", entry.documentDate},
                                              {"businessUnitId", entry.businessUnitId},
                                              {"lines", std::move(lines)}}))
        .optionalText("entryId");
}

} // namespace svc::contracts
