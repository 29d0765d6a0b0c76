#include "domain/posting.hpp"

#include "domain/default_categories.hpp"

namespace svc::treasury {

std::string_view walletRole(std::string_view walletKind, bool foreign) {
    if (walletKind == "cash") {
        return foreign ? "cash_foreign" : "cash";
    }
    if (walletKind == "mobile_money") {
        return "mobile_money";
    }
    return foreign ? "bank_foreign" : "bank";
}

std::string_view walletJournal(std::string_view walletKind) {
    return walletKind == "cash" ? "CA" : walletKind == "mobile_money" ? "MM" : "BQ";
}

Side walletSide(Direction direction, std::int64_t amount) {
    return direction == Direction::In ? Side{amount, 0} : Side{0, amount};
}

Side counterpartSide(Direction direction, std::int64_t amount) {
    return amount < 0 ? walletSide(direction, -amount) : walletSide(opposite(direction), amount);
}

std::optional<ExchangeDifference> exchangeDifference(Direction direction, std::int64_t wallet,
                                                     std::int64_t counterpart) {
    // Positive: more value came in than was owed, or less went out.
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

bool isVoidable(std::string_view kind) {
    return kind == "free" || kind == "expense" || kind == "bank";
}

} // namespace svc::treasury
