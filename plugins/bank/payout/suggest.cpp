// Lines that are payouts of providers: their content, and the transfer between the two wallets.
#include <algorithm>
#include <cstdlib>

#include "match/recorded_transfers.hpp"
#include "payout/moves.hpp"
#include "payout/provider_wallet.hpp"
#include "payout/rules/payout_run.hpp"

namespace svc::bank {
namespace {

// Wallets that may hold the payments of a provider: all but tills.
constexpr std::string_view ProviderWalletsSql =
    "SELECT w.id, w.name, w.balance FROM treasury.v1_wallets w WHERE w.company_id = $1 AND w.id <> $2"
    " AND w.currency = $3 AND w.kind <> 'cash' AND NOT w.archived ORDER BY w.balance DESC, w.id LIMIT 10";
constexpr std::string_view WalletNameSql =
    "SELECT w.name FROM treasury.v1_wallets w WHERE w.company_id = $1 AND w.id = $2";
struct Found {
    std::string id; ///< of the match, if the transfer is not recorded yet
    WalletId walletId;
    std::string walletName;
    std::optional<std::string> provider;
    std::optional<std::string> reference;
    std::optional<Date> arrivesOn;
    PayoutContent content;
    int hundredths = 0; ///< score
    std::vector<std::string> reasons;
};

api::SuggestedPayout shown(Found& found) {
    PayoutContent& content = found.content;
    return {.provider = found.provider,
            .reference = found.reference,
            .walletId = found.walletId,
            .wallet = found.walletName,
            .arrivesOn = found.arrivesOn,
            .gross = MinorAmount(content.gross),
            .fees = MinorAmount(content.fees),
            .refunds = MinorAmount(content.refunds),
            .other = MinorAmount(content.other),
            .feesToRecord = MinorAmount(content.feesToRecord),
            .unexplained = MinorAmount(content.unexplained),
            .payments = std::move(content.payments)};
}

/// Suggests a recorded transfer only once, with the content of the payout.
void pushFound(Call& call, const Line& line, Found found, Suggestions& answer) {
    auto kind = api::MatchableKind::Transfer;
    const auto transfers = recordedTransfers(call, line, magnitude(line));
    if (const RecordedTransfer* recorded = transferWith(transfers, found.walletId)) {
        kind = recorded->kind();
        found.id = recorded->matchId();
        found.reasons.emplace_back("recorded");
        eraseSuggestions(answer, found.id);
    }
    api::MatchSuggestion& suggestion =
        answer.emplace_back(suggestWhole(line, found.hundredths, std::move(found.reasons), kind, found.id,
                                         found.arrivesOn.value_or(line.bookedAt)));
    suggestion.matches.front().number = found.reference;
    suggestion.payout = shown(found);
}

bool namesAny(const std::string& text, const std::set<std::string>& providers) {
    return std::any_of(providers.begin(), providers.end(), [&](const std::string& provider) {
        return isNamedIn(text, provider) || isNamedIn(text, provider.substr(0, provider.find('-')));
    });
}

/// By reported payouts: amount and day must agree; the name of the provider in the text raises the score.
std::set<WalletId> suggestTold(Call& call, const Line& line, const std::string& text, Suggestions& answer) {
    std::set<WalletId> wallets;
    for (const Payout& payout : PayoutStore(call).forLine(line)) {
        // A payout without parts: suggestByMovements() explains it by the movements of its wallet.
        if (payout.parts.empty()) {
            continue;
        }
        ProviderWallet wallet(call, payout.walletId, payout.arrivesOn);
        const Rows names = call.db().query(WalletNameSql, call.companyId(), payout.walletId);
        Found found{payout.id.toString(),
                    payout.walletId,
                    names.empty() ? "" : std::string(names[0].text(0)),
                    payout.provider,
                    payout.reference,
                    payout.arrivesOn,
                    contentOf(payout, wallet),
                    80,
                    {"amount", "payout"}};
        const int away = std::abs(payout.arrivesOn.daysSince(line.bookedAt));
        if (namesAny(text, {payout.provider, found.walletName})) {
            found.hundredths += 18;
            found.reasons.emplace_back("name");
        }
        if (isNear(line, payout.arrivesOn)) {
            found.reasons.emplace_back("date");
        }
        found.hundredths -= away + (found.content.unexplained != 0 ? 5 : 0);
        wallets.insert(payout.walletId);
        pushFound(call, line, std::move(found), answer);
    }
    return wallets;
}

/// Without a reported payout: by the movements of a wallet that the text of the line names.
void suggestByMovements(Call& call, const Line& line, const std::string& text, const Row& row,
                        Suggestions& answer) {
    const std::string name(row.text(1));
    const auto walletId = row.id<WalletId>(0);
    const std::set<std::string> providers = providersOf(call, walletId, line.bookedAt);
    if (!isNamedIn(text, name) && !namesAny(text, providers)) {
        return;
    }
    ProviderWallet wallet(call, walletId, line.bookedAt);
    std::vector<std::int64_t> amounts;
    std::size_t usable = 0;
    for (const ProviderMovement& movement : wallet.movements()) {
        amounts.push_back(movement.amount);
        usable += movement.date <= line.bookedAt ? 1U : 0U;
    }
    // A recorded transfer has already reduced the balance.
    const auto transfers = recordedTransfers(call, line, magnitude(line));
    const bool recorded = transferWith(transfers, walletId) != nullptr;
    const std::int64_t balance = row.integer(2) + (recorded ? line.amount.minor() : 0);
    const auto run = payoutRun(amounts, usable, balance, line.amount.minor());
    if (!run) {
        return;
    }
    Found found{walletId.toString(),
                walletId,
                name,
                providers.size() == 1 ? std::optional(*providers.begin()) : std::nullopt,
                std::nullopt,
                std::nullopt,
                contentOf(wallet, run->first, run->last),
                run->emptied            ? 93
                : run->unexplained == 0 ? 85
                                        : 55,
                {"name", "payments"}};
    if (found.content.payments.empty()) {
        return;
    }
    found.content.unexplained = run->unexplained;
    if (run->unexplained == 0) {
        found.reasons.emplace_back("amount");
    }
    pushFound(call, line, std::move(found), answer);
}

} // namespace

void suggestPayouts(Call& call, const Line& line, const std::string& text, Suggestions& answer) {
    const std::set<WalletId> told = suggestTold(call, line, text, answer);
    if (!isMoneyIn(line)) {
        return;
    }
    for (const Row row :
         call.db().query(ProviderWalletsSql, call.companyId(), line.walletId, line.currency)) {
        if (told.count(row.id<WalletId>(0)) == 0) {
            suggestByMovements(call, line, text, row, answer);
        }
    }
}

} // namespace svc::bank
