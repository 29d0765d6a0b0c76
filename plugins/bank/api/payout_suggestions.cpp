// Lines that are payouts of providers: what is inside, and the transfer between the two wallets.
#include <algorithm>
#include <cstdlib>

#include "api/payouts.hpp"
#include "api/provider_wallet.hpp"
#include "domain/payouts.hpp"

namespace svc::bank {
namespace {

// Wallets that may belong to a provider. A till is emptied by people.
constexpr std::string_view ProviderWalletsSql =
    "SELECT w.id, w.name, w.balance FROM treasury.v1_wallets w WHERE w.company_id = $1 AND w.id <> $2"
    " AND w.currency = $3 AND w.kind <> 'cash' AND NOT w.archived ORDER BY w.balance DESC, w.id LIMIT 10";
constexpr std::string_view WalletNameSql =
    "SELECT w.name FROM treasury.v1_wallets w WHERE w.company_id = $1 AND w.id = $2";
// A transfer between the two wallets that is in the books and that no statement has told of.
constexpr std::string_view RecordedLegsSql =
    "SELECT t.document_id FROM treasury.v1_transactions t WHERE t.company_id = $1 AND t.wallet_id = $2"
    " AND t.kind = 'transfer' AND t.direction = $3 AND t.amount = $4 AND NOT t.reconciled"
    " AND t.date BETWEEN $5::date - 10 AND $5::date + 5 ORDER BY abs(t.date - $5::date), t.id LIMIT 10";
constexpr std::string_view TransferBetweenSql =
    "SELECT f.id FROM unnest($2::uuid[]) WITH ORDINALITY AS n (id, place) JOIN treasury.v1_transfers f"
    " ON f.id = n.id WHERE f.company_id = $1 AND $3::uuid IN (f.from_wallet_id, f.to_wallet_id)"
    " ORDER BY n.place LIMIT 1";

struct Found {
    std::string id; ///< of the match, when the transfer is not in the books yet
    Uuid walletId;
    std::string walletName;
    std::optional<std::string> provider;
    std::optional<std::string> reference;
    std::optional<Date> arrivesOn;
    PayoutContent content;
    int hundredths = 0; ///< score
    std::vector<std::string> reasons;
};

std::optional<std::string> recordedTransfer(Call& call, const Line& line, const Uuid& other) {
    const std::int64_t amount = line.amount < 0 ? -line.amount : line.amount;
    ArrayParam transfers;
    for (const Row row : call.db().query(RecordedLegsSql, call.companyId(), line.walletId,
                                         line.amount > 0 ? "in" : "out", amount, line.bookedAt)) {
        if (const auto id = decodeId("trf", row.optionalText(0).value_or(""))) {
            transfers.add(*id);
        }
    }
    const Rows rows = call.db().query(TransferBetweenSql, call.companyId(), transfers, other);
    return rows.empty() ? std::nullopt : std::optional(encodeId("trf", rows[0].uuid(0)));
}

Json payoutJson(Found& found) {
    PayoutContent& content = found.content;
    return Json::object({{"provider", found.provider},
                         {"reference", found.reference},
                         {"walletId", encodeId("wal", found.walletId)},
                         {"wallet", found.walletName},
                         {"arrivesOn", found.arrivesOn},
                         {"gross", content.gross},
                         {"fees", content.fees},
                         {"refunds", content.refunds},
                         {"other", content.other},
                         {"feesToRecord", content.feesToRecord},
                         {"unexplained", content.unexplained},
                         {"payments", std::move(content.payments)}});
}

/// The transfer itself is suggested once: with what it consists of.
void pushFound(Call& call, const Line& line, Found found, Json& answer) {
    const std::int64_t amount = line.amount < 0 ? -line.amount : line.amount;
    const auto recorded = recordedTransfer(call, line, found.walletId);
    if (recorded) {
        found.id = *recorded;
        found.reasons.emplace_back("recorded");
        std::erase_if(answer.items(), [&](const Json& one) {
            return one["matches"].size() == 1 && one["matches"][0].textOr("id") == *recorded;
        });
    }
    answer.push(Json::object(
        {{"score", Decimal(Int128{found.hundredths}, 2)},
         {"reasons", found.reasons},
         {"matches", Json::array({Json::object({{"kind", "transfer"},
                                                {"id", found.id},
                                                {"number", found.reference},
                                                {"partner", nullptr},
                                                {"date", found.arrivesOn.value_or(line.bookedAt)},
                                                {"balance", amount},
                                                {"amount", amount}})})},
         {"writeOff", nullptr},
         {"payout", payoutJson(found)}}));
}

bool namesAny(const std::string& text, const std::set<std::string>& providers) {
    return std::any_of(providers.begin(), providers.end(), [&](const std::string& provider) {
        return isNamedIn(text, provider) || isNamedIn(text, provider.substr(0, provider.find('-')));
    });
}

/// What the provider has told: the amount, the day and the payments. The name of the provider makes it sure.
std::set<Uuid> suggestTold(Call& call, const Line& line, const std::string& text, Json& answer) {
    std::set<Uuid> wallets;
    for (const Payout& payout :
         PayoutStore(call).forLine(line.walletId, line.amount, line.currency, line.bookedAt)) {
        // One that the provider cannot split is better told by the movements of its wallet.
        if (payout.parts.empty()) {
            continue;
        }
        ProviderWallet wallet(call, payout.walletId, payout.arrivesOn);
        const Rows names = call.db().query(WalletNameSql, call.companyId(), payout.walletId);
        Found found{encodeId("pyo", payout.id),
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
        if (away <= 3) {
            found.reasons.emplace_back("date");
        }
        found.hundredths -= away + (found.content.unexplained != 0 ? 5 : 0);
        wallets.insert(payout.walletId);
        pushFound(call, line, std::move(found), answer);
    }
    return wallets;
}

/// A provider has told nothing: a wallet that the line names, and what has come into it.
void suggestByMovements(Call& call, const Line& line, const std::string& text, const Row& row, Json& answer) {
    const std::string name(row.text(1));
    const std::set<std::string> providers = providersOf(call, row.uuid(0), line.bookedAt);
    if (!isNamedIn(text, name) && !namesAny(text, providers)) {
        return;
    }
    ProviderWallet wallet(call, row.uuid(0), line.bookedAt);
    std::vector<std::int64_t> amounts;
    std::size_t usable = 0;
    for (const ProviderMovement& movement : wallet.movements()) {
        amounts.push_back(movement.amount);
        usable += movement.date <= line.bookedAt ? 1U : 0U;
    }
    // A transfer that is recorded already has taken the money out.
    const bool recorded = recordedTransfer(call, line, row.uuid(0)).has_value();
    const std::int64_t balance = row.integer(2) + (recorded ? line.amount : 0);
    const auto run = payoutRun(amounts, usable, balance, line.amount);
    if (!run) {
        return;
    }
    Found found{encodeId("wal", row.uuid(0)),
                row.uuid(0),
                name,
                providers.size() == 1 ? std::optional(*providers.begin()) : std::nullopt,
                std::nullopt,
                std::nullopt,
                contentOf(wallet, run->first, run->last),
                run->emptied            ? 93
                : run->unexplained == 0 ? 85
                                        : 55,
                {"name", "payments"}};
    if (found.content.payments.size() == 0) {
        return;
    }
    found.content.unexplained = run->unexplained;
    if (run->unexplained == 0) {
        found.reasons.emplace_back("amount");
    }
    pushFound(call, line, std::move(found), answer);
}

} // namespace

void suggestPayouts(Call& call, const Line& line, const std::string& text, Json& answer) {
    const std::set<Uuid> told = suggestTold(call, line, text, answer);
    if (line.amount <= 0) {
        return;
    }
    for (const Row row :
         call.db().query(ProviderWalletsSql, call.companyId(), line.walletId, line.currency)) {
        if (told.count(row.uuid(0)) == 0) {
            suggestByMovements(call, line, text, row, answer);
        }
    }
}

} // namespace svc::bank
