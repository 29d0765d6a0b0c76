#include "receipt/rules/process_data.hpp"

#include <algorithm>

#include <svc/text.hpp>

namespace svc::de_kassensichv {
namespace {

constexpr int AmountDecimals = 2;
constexpr std::array<std::string_view, 9> Types = {"Beleg",       "AVTransfer",    "AVBestellung",
                                                   "AVTraining",  "AVBelegstorno", "AVBelegabbruch",
                                                   "AVSachbezug", "AVSonstige",    "AVRechnung"};

/// Exactly two decimals.
std::optional<Decimal> amountIn(std::string_view text) {
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos || text.size() - point != AmountDecimals + 1 ||
        text.find_first_of("eE") != std::string_view::npos) {
        return std::nullopt;
    }
    return Decimal::parse(text);
}

/// `2.55:Bar`, `10.00:Bar:USD`
std::optional<PaidAmount> paymentIn(std::string_view text) {
    constexpr std::size_t CodeLetters = 3;
    const auto parts = split(text, ':');
    if (parts.size() < 2 || parts.size() > 3 || (parts[1] != "Bar" && parts[1] != "Unbar")) {
        return std::nullopt;
    }
    const auto amount = amountIn(parts[0]);
    if (!amount) {
        return std::nullopt;
    }
    PaidAmount paid{*amount, parts[1] == "Bar"};
    if (parts.size() == 3) {
        const bool isCode =
            parts[2].size() == CodeLetters &&
            std::all_of(parts[2].begin(), parts[2].end(), [](char c) { return c >= 'A' && c <= 'Z'; });
        if (!isCode) {
            return std::nullopt;
        }
        paid.currency = parts[2];
    }
    return paid;
}

bool readGross(std::string_view text, GrossAmounts& gross) {
    const auto parts = split(text, '_');
    if (parts.size() != gross.size()) {
        return false;
    }
    for (std::size_t i = 0; i < gross.size(); ++i) {
        const auto amount = amountIn(parts[i]);
        if (!amount) {
            return false;
        }
        gross[i] = *amount;
    }
    return true;
}

} // namespace

std::string processDataOf(const ProcessData& data) {
    std::string text = data.type;
    char before = '^';
    for (const Decimal& amount : data.gross) {
        text += before + amount.toFixed(AmountDecimals);
        before = '_';
    }
    before = '^';
    for (const PaidAmount& paid : data.payments) {
        text += before + paid.amount.toFixed(AmountDecimals) + (paid.cash ? ":Bar" : ":Unbar");
        text += paid.currency == "EUR" ? "" : ':' + paid.currency;
        before = '_';
    }
    return data.payments.empty() ? text + "^0.00:Bar" : text;
}

std::optional<ProcessData> readProcessData(std::string_view text) {
    const auto parts = split(text, '^');
    ProcessData data;
    if (parts.size() != 3 || std::find(Types.begin(), Types.end(), parts[0]) == Types.end() ||
        !readGross(parts[1], data.gross)) {
        return std::nullopt;
    }
    data.type = parts[0];
    for (const std::string_view part : split(parts[2], '_')) {
        auto paid = paymentIn(part);
        if (!paid) {
            return std::nullopt;
        }
        data.payments.push_back(*std::move(paid));
    }
    return data.payments.empty() ? std::nullopt : std::optional(std::move(data));
}

} // namespace svc::de_kassensichv
