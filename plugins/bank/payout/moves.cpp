#include "payout/moves.hpp"

#include "line/moves.hpp"
#include "payout/provider_wallet.hpp"
#include "trade/wallets.hpp"

namespace svc::bank {
namespace {

constexpr std::string_view TransferSidesSql =
    "SELECT f.from_wallet_id, f.to_wallet_id FROM treasury.v1_transfers f"
    " WHERE f.company_id = $1 AND f.id = $2";

/// Records the fees that the provider reported with the payout and that are not recorded yet.
std::optional<TransactionId> recordFees(Call& call, const Line& line, const Payout& payout) {
    ProviderWallet wallet(call, payout.walletId, payout.arrivesOn);
    const std::int64_t fees = contentOf(payout, wallet).feesToRecord;
    if (fees <= 0) {
        return std::nullopt;
    }
    const Json movement = calls::treasury::record(
        call, Json::object({{"walletId", payout.walletId.toString()},
                            {"direction", toText(calls::treasury::MoneyDirection::Out)},
                            {"amount", majorFromMinor(fees, payout.currency)},
                            {"category", "bank_fees"},
                            {"label", payout.provider + ' ' + payout.reference},
                            {"date", line.bookedAt},
                            {"reference", payout.reference}}));
    return TransactionId::parse(movement["id"].text());
}

/// Links the line with this payout.
void takePayout(Call& call, const Line& line, const Payout& payout) {
    PayoutStore(call).take(payout.id, line.id, recordFees(call, line, payout));
}

/// Finds and locks a reported payout that is not linked with another line.
Payout requirePayout(Call& call, const Line& line, const MatchPart& part) {
    auto payout = PayoutStore(call).findForUpdate(PayoutId::parseOrNil(part.match.id));
    if (!payout) {
        throw ApiError(404, "transaction-not-found");
    }
    if (payout->lineId || payout->status == api::PayoutStatus::Failed || payout->currency != line.currency) {
        throw partInvalid(part, "id");
    }
    if ((payout->amount > 0) != isMoneyIn(line)) {
        throw ApiError(400, "match-direction");
    }
    return *std::move(payout);
}

} // namespace

bool isPayoutId(std::string_view id) {
    return hasPrefixOf<PayoutId>(id) || hasPrefixOf<WalletId>(id);
}

void addPayout(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts) {
    if (hasPrefixOf<PayoutId>(part.match.id)) {
        const Payout payout = requirePayout(call, line, part);
        takeWhole(part, payout.amount < 0 ? -payout.amount : payout.amount);
        part.payout = payout.id;
        part.providerWallet = payout.walletId;
    } else {
        const auto wallet =
            trade::requireWallet<calls::treasury::wallet>(call, WalletId::parseOrNil(part.match.id));
        if (wallet.currency != line.currency) {
            throw partInvalid(part, "id");
        }
        part.open = magnitude(line);
        part.providerWallet = wallet.id;
    }
    if (*part.providerWallet == line.walletId) {
        throw partInvalid(part, "id");
    }
    parts.push_back(std::move(part));
}

void makePayout(Call& call, const Line& line, MatchPart& part) {
    const std::string other = part.providerWallet.value().toString();
    const std::string own = line.walletId.toString();
    const bool in = isMoneyIn(line);
    if (part.payout) {
        takePayout(call, line, PayoutStore(call).findForUpdate(*part.payout).value());
    }
    const auto transfer = calls::treasury::transfer(
        call, Json::object({{"fromWalletId", in ? other : own},
                            {"toWalletId", in ? own : other},
                            {"amount", majorFromMinor(part.asked.value(), line.currency)},
                            {"date", line.bookedAt},
                            {"label", movementLabel(line)}}));
    part.match.id = transfer.id.toString();
    part.match.date = line.bookedAt;
    part.match.transactionId = transfer.transactionIds.at(in ? 1 : 0);
    part.match.made = true;
}

void claimPayout(Call& call, const Line& line) {
    for (const Match& match : line.matches) {
        const auto id = match.kind == api::MatchKind::Transfer ? TransferId::parse(match.id) : std::nullopt;
        if (!id) {
            continue;
        }
        const Rows rows = call.db().query(TransferSidesSql, call.companyId(), *id);
        for (const Row row : rows) {
            const auto from = row.id<WalletId>(0);
            const WalletId other = from == line.walletId ? row.id<WalletId>(1) : from;
            for (const Payout& found : PayoutStore(call).forLine(line)) {
                const auto payout =
                    found.walletId == other ? PayoutStore(call).findForUpdate(found.id) : std::nullopt;
                if (payout && !payout->lineId) {
                    takePayout(call, line, *payout);
                    return;
                }
            }
        }
    }
}

} // namespace svc::bank
