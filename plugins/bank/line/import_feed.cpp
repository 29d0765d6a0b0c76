#include <algorithm>

#include <svc/text.hpp>

#include "formats/formats.hpp"
#include "line/removed.hpp"
#include "statement/import.hpp"
#include "trade/wallets.hpp"

namespace svc::bank {
namespace {

FileLine fileLine(const commands::FeedLine& given, int place, Currency currency) {
    FileLine line;
    line.place = place;
    line.bookingDate = Date::parse(trim(given.bookedAt.value_or("")));
    line.valueDate = Date::parse(trim(given.valueDate.value_or("")));
    if (!line.bookingDate) {
        throw ApiError(400, "statement-invalid", {std::to_string(place), "1", "date"});
    }
    line.amount = given.amount.minor();
    if (given.currency && *given.currency != currency.code()) {
        throw ApiError(400, "statement-currency-mismatch", {*given.currency});
    }
    line.remittance = given.label.value_or("");
    if (given.counterparty) {
        line.counterpartyName = given.counterparty->name.value_or("");
        line.counterpartyAccount = given.counterparty->iban.value_or("");
    }
    line.reference = given.reference.value_or("");
    line.endToEndId = given.endToEndId.value_or("");
    line.bankReference = given.bankReference.value_or("");
    return line;
}

/// Is the stored line unchanged in the feed?
bool isSame(const Line& line, const commands::FeedLine& told) {
    return line.bankReference == told.bankReference && line.amount.minor() == told.amount.minor() &&
           line.bookedAt == Date::parse(trim(told.bookedAt.value_or("")));
}

/// Withdraws the lines that the bank removed. A removed line that comes again in the same page with the same
/// date and amount stays; with another date or amount, the old version is withdrawn.
void followRemoved(Call& call, const Wallet& wallet, const commands::ImportLinesInput& input) {
    for (const Line& line :
         LineStore(call).ofFeed(wallet.id, input.removed.value_or(std::vector<std::string>()))) {
        const bool stands = std::any_of(input.lines.begin(), input.lines.end(),
                                        [&](const commands::FeedLine& told) { return isSame(line, told); });
        if (stands && line.removedAt) {
            restoreLine(call, line);
        } else if (!stands && !line.removedAt) {
            withdrawLine(call, line);
        }
    }
}

} // namespace

commands::ImportLinesOutput commands::importLines(Call& call, const commands::ImportLinesInput& input) {
    const Wallet wallet = trade::requireWallet<calls::treasury::wallet>(call, input.walletId);
    StatementFile file;
    file.format = toText(api::StatementFormat::Feed);
    FileStatement& statement = file.statements.emplace_back();
    statement.currency = wallet.currency;
    statement.account = wallet.iban.value_or("");
    for (const FeedLine& given : input.lines) {
        statement.lines.push_back(
            fileLine(given, static_cast<int>(statement.lines.size()) + 1, wallet.currency));
    }
    commands::ImportLinesOutput answer;
    if (!input.lines.empty()) {
        auto imported = importStatements(call, wallet, {.source = api::LineSource::Feed},
                                         [&](StatementSink& sink) { handOver(std::move(file), sink); });
        answer = {.statementId = imported.id,
                  .imported = imported.imported,
                  .duplicates = imported.duplicates,
                  .bankTransactionIds = std::move(imported.bankTransactionIds)};
    }
    if (input.removed && !input.removed->empty()) {
        followRemoved(call, wallet, input);
    }
    return answer;
}

} // namespace svc::bank
