#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <bindings.hpp>

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
/// A line against it; a negative amount stands on the wallet's side.
Side counterpartSide(Direction direction, std::int64_t amount);

/// What balances an entry whose wallet line (rate of the day) differs from the lines against it (rate of the
/// document); nothing when they agree.
struct ExchangeDifference {
    std::string_view role;
    Side side;
};
std::optional<ExchangeDifference> exchangeDifference(Direction direction, std::int64_t wallet,
                                                     std::int64_t counterpart);
/// The same between the book value of the wallet's line and the value of the day: gained or lost on money
/// held.
std::optional<ExchangeDifference> treasuryDifference(Direction direction, std::int64_t bookValue,
                                                     std::int64_t valueOfTheDay);

/// Role of a free movement's counterpart: that of its category where the chart has one of its own, else other
/// income, other expense, or suspense when it is not classified.
std::string_view categoryRole(std::string_view category, Direction direction);

/// Kinds that stand for themselves; every other kind belongs to a document, which undoes it.
bool isVoidable(api::TransactionKind kind);

} // namespace svc::treasury
