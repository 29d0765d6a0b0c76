/// @file Command of the plugin `bank`: lines of bank accounts that come in without a file.
///
/// A plugin that calls it names it under `commands.uses` of its plugin.yaml. It grows as events do: fields
/// are added, never removed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

namespace svc::contracts {

/// A line of an account as a provider tells it.
struct FeedLine {
    Date bookedAt;
    std::optional<Date> valueDate;
    std::int64_t amount = 0; ///< signed minor units of the wallet's currency; money in is positive
    std::string label;
    std::optional<std::string> counterpartyName;
    std::optional<std::string> counterpartyIban;
    std::optional<std::string> reference;
    std::optional<std::string> endToEndId;
    std::optional<std::string> bankReference; ///< with it a line that comes again is known for certain
};

struct FeedImported {
    std::string statementId; ///< stm_…
    std::int64_t imported = 0;
    std::int64_t duplicates = 0;
};

/// `bank.import_lines`: adds the lines that are not there yet, each told as `bank_transaction.imported`.
inline FeedImported importBankLines(Call& call, std::string_view walletId,
                                    const std::vector<FeedLine>& lines) {
    Json list = Json::array();
    for (const FeedLine& line : lines) {
        list.push(Json::object({{"bookedAt", line.bookedAt},
                                {"valueDate", line.valueDate},
                                {"amount", line.amount},
                                {"label", line.label},
                                {"counterparty", Json::object({{"name", line.counterpartyName},
                                                               {"iban", line.counterpartyIban}})},
                                {"reference", line.reference},
                                {"endToEndId", line.endToEndId},
                                {"bankReference", line.bankReference}}));
    }
    const Json answer =
        call.command("bank.import_lines", Json::object({{"walletId", walletId}, {"lines", std::move(list)}}));
    return {answer["statementId"].text(), answer["imported"].integer(), answer["duplicates"].integer()};
}

} // namespace svc::contracts
