#include "movement/rules/posting.hpp"

#include "category/rules/default_categories.hpp"

namespace svc::treasury {

std::string_view walletRole(api::WalletKind kind, bool foreign) {
    switch (kind) {
    case api::WalletKind::Cash:
        return foreign ? "cash_foreign" : "cash";
    case api::WalletKind::MobileMoney:
        return "mobile_money";
    case api::WalletKind::Bank:
    case api::WalletKind::Card:
        break;
    }
    return foreign ? "bank_foreign" : "bank";
}

std::string_view walletJournal(api::WalletKind kind) {
    return kind == api::WalletKind::Cash ? "CA" : kind == api::WalletKind::MobileMoney ? "MM" : "BQ";
}

Side walletSide(Direction direction, std::int64_t amount) {
    return direction == Direction::In ? Side{amount, 0} : Side{0, amount};
}

Side counterpartSide(Direction direction, std::int64_t amount) {
    return amount < 0 ? walletSide(direction, -amount) : walletSide(opposite(direction), amount);
}

std::optional<ExchangeDifference> exchangeDifference(Direction direction, std::int64_t wallet,
                                                     std::int64_t counterpart) {
    // Positive: the wallet received more than the document's value, or paid less.
    const std::int64_t gain = direction == Direction::In ? wallet - counterpart : counterpart - wallet;
    if (gain == 0) {
        return std::nullopt;
    }
    return gain > 0 ? ExchangeDifference{"fx_gain", {0, gain}} : ExchangeDifference{"fx_loss", {-gain, 0}};
}

std::optional<ExchangeDifference> treasuryDifference(Direction direction, std::int64_t bookValue,
                                                     std::int64_t valueOfTheDay) {
    auto difference = exchangeDifference(direction, bookValue, valueOfTheDay);
    if (difference) {
        difference->role = difference->role == "fx_gain" ? "fx_gain_treasury" : "fx_loss_treasury";
    }
    return difference;
}

std::string_view categoryRole(std::string_view category, Direction direction) {
    if (category == "owner_contribution" || category == "owner_withdrawal") {
        return "capital";
    }
    if (category == "bank_fees") {
        return "bank_fees";
    }
    if (category == Unclassified) {
        return direction == Direction::In ? "suspense_credit" : "suspense_debit";
    }
    return direction == Direction::In ? "income_other" : "expense_other";
}

bool isVoidable(api::TransactionKind kind) {
    return kind == api::TransactionKind::Free || kind == api::TransactionKind::Expense ||
           kind == api::TransactionKind::Bank;
}

} // namespace svc::treasury
