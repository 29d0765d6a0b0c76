#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <records.hpp>

namespace svc::treasury {

using Direction = api::MoneyDirection;

constexpr Direction opposite(Direction direction) {
    return direction == Direction::In ? Direction::Out : Direction::In;
}
constexpr std::int64_t signedBy(Direction direction, std::int64_t amount) {
    return direction == Direction::In ? amount : -amount;
}

/// Account role of a wallet; `foreign`: its currency is not that of the company.
std::string_view walletRole(api::WalletKind kind, bool foreign);

/// Journal of its movements: CA tills, BQ banks and cards, MM mobile money.
std::string_view walletJournal(api::WalletKind kind);

/// One side of a line of an entry.
struct Side {
    std::int64_t debit = 0;
    std::int64_t credit = 0;
};

/// The wallet's line: money in is a debit.
Side walletSide(Direction direction, std::int64_t amount);
/// A counterpart line; a negative amount is on the wallet's side.
Side counterpartSide(Direction direction, std::int64_t amount);

/// The line that balances an entry whose wallet line (rate of the day) differs from the counterpart lines
/// (rate of the document); nothing when they agree.
struct ExchangeDifference {
    std::string_view role;
    Side side;
};
std::optional<ExchangeDifference> exchangeDifference(Direction direction, std::int64_t wallet,
                                                     std::int64_t counterpart);
/// The same between the book value of the wallet's line and its value at the rate of the day: an exchange
/// gain or loss on money held.
std::optional<ExchangeDifference> treasuryDifference(Direction direction, std::int64_t bookValue,
                                                     std::int64_t valueOfTheDay);

/// Role of a free movement's counterpart: that of its category if the chart has one, else other income, other
/// expense, or suspense if unclassified.
std::string_view categoryRole(std::string_view category, Direction direction);

/// Kinds of movements that can be voided on their own. Every other kind belongs to a document and is reversed
/// with it.
bool isVoidable(api::TransactionKind kind);

} // namespace svc::treasury
