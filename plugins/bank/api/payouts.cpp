#include "api/payouts.hpp"

#include <svc/error.hpp>
#include <svc/money.hpp>

#include "api/import.hpp"
#include "api/provider_wallet.hpp"

namespace svc::bank {
namespace {

constexpr std::string_view PayoutLegsSql =
    "SELECT f.out_id, f.in_id FROM treasury.v1_transfers f WHERE f.company_id = $1 AND f.id = $2";
constexpr std::string_view TransferSidesSql =
    "SELECT f.from_wallet_id, f.to_wallet_id FROM treasury.v1_transfers f"
    " WHERE f.company_id = $1 AND f.id = $2";

Payout payoutOf(Call& call, const Json& given, const Wallet& wallet, const std::string& provider) {
    Payout payout;
    payout.id = call.newUuid();
    payout.walletId = wallet.id;
    payout.provider = provider;
    payout.reference = given.textOr("reference");
    payout.status = given.textOr("status", "announced");
    payout.amount = given["amount"].integer();
    const auto currency = Currency::parse(given.textOr("currency"));
    const auto arrivesOn = Date::parse(given.textOr("arrivesOn"));
    if (payout.reference.empty() || !currency || !arrivesOn) {
        throw fieldInvalid("payouts");
    }
    payout.currency = *currency;
    payout.arrivesOn = *arrivesOn;
    for (const Json& part : given["parts"].items()) {
        payout.parts.push_back({part.textOr("kind"), part.textOr("reference"), part["amount"].integer(),
                                part.optionalInteger("fee").value_or(0)});
    }
    return payout;
}

/// Fees that the provider has told with the payout and that nobody has recorded.
void recordFees(Call& call, const Line& line, const Payout& payout) {
    ProviderWallet wallet(call, payout.walletId, payout.arrivesOn);
    const std::int64_t fees = contentOf(payout, wallet).feesToRecord;
    if (fees > 0) {
        call.command("treasury.record", Json::object({{"walletId", encodeId("wal", payout.walletId)},
                                                      {"direction", "out"},
                                                      {"amount", majorFromMinor(fees, payout.currency)},
                                                      {"category", "bank_fees"},
                                                      {"label", payout.provider + ' ' + payout.reference},
                                                      {"date", line.bookedAt},
                                                      {"reference", payout.reference}}));
    }
}

/// A payout of which a provider has told, with nothing else for it.
Payout requirePayout(Call& call, const Line& line, const MatchPart& part, const std::string& path) {
    const auto id = decodeId("pyo", part.match.documentId);
    auto payout = id ? PayoutStore(call).findForUpdate(*id) : std::nullopt;
    if (!payout) {
        throw ApiError(404, "transaction-not-found");
    }
    if (payout->lineId || payout->status == "failed" || payout->currency != line.currency) {
        throw fieldInvalid(path + "id");
    }
    if ((payout->amount > 0) != (line.amount > 0)) {
        throw ApiError(400, "match-direction");
    }
    return *std::move(payout);
}

} // namespace

Json importPayoutsCommand(Call& call, const Json& input) {
    const Wallet wallet = requireWallet(call, input.textOr("walletId"));
    for (const Json& given : input["payouts"].items()) {
        const Payout payout = payoutOf(call, given, wallet, input.textOr("provider"));
        // What is paid out in another currency than the payments are kept in is in no wallet of the books.
        if (payout.currency == wallet.currency) {
            PayoutStore(call).keep(payout);
        }
    }
    return Json::object();
}

bool isPayoutId(std::string_view id) {
    return id.starts_with("pyo_") || id.starts_with("wal_");
}

void addPayout(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts) {
    const std::string path = "matches[" + std::to_string(part.place) + "].";
    if (part.match.documentId.starts_with("pyo_")) {
        const Payout payout = requirePayout(call, line, part, path);
        part.open = payout.amount < 0 ? -payout.amount : payout.amount;
        if (part.asked && *part.asked != part.open) {
            throw fieldInvalid(path + "amount");
        }
        part.asked = part.open;
        part.payout = payout.id;
        part.providerWallet = payout.walletId;
    } else {
        const Wallet wallet = requireWallet(call, part.match.documentId);
        if (wallet.currency != line.currency) {
            throw fieldInvalid(path + "id");
        }
        part.open = line.amount < 0 ? -line.amount : line.amount;
        part.providerWallet = wallet.id;
    }
    if (*part.providerWallet == line.walletId) {
        throw fieldInvalid(path + "id");
    }
    parts.push_back(std::move(part));
}

void makePayout(Call& call, const Line& line, MatchPart& part) {
    const std::string other = encodeId("wal", part.providerWallet.value());
    const std::string own = encodeId("wal", line.walletId);
    const bool in = line.amount > 0;
    if (part.payout) {
        recordFees(call, line, PayoutStore(call).findForUpdate(*part.payout).value());
        PayoutStore(call).take(*part.payout, line.id);
    }
    const Json transfer = call.command(
        "treasury.transfer", Json::object({{"fromWalletId", in ? other : own},
                                           {"toWalletId", in ? own : other},
                                           {"amount", majorFromMinor(part.asked.value(), line.currency)},
                                           {"date", line.bookedAt},
                                           {"label", line.label}}));
    part.match.documentId = transfer.textOr("id");
    part.match.date = line.bookedAt;
    const Rows legs =
        call.db().query(PayoutLegsSql, call.companyId(), decodeId("trf", part.match.documentId));
    part.match.transactionId = encodeId("txn", legs[0].uuid(in ? 1 : 0));
}

void claimPayout(Call& call, const Line& line) {
    for (const Match& match : line.matches) {
        const auto id = match.kind == "transfer" ? decodeId("trf", match.documentId) : std::nullopt;
        if (!id) {
            continue;
        }
        const Rows rows = call.db().query(TransferSidesSql, call.companyId(), *id);
        for (const Row row : rows) {
            const Uuid other = row.uuid(0) == line.walletId ? row.uuid(1) : row.uuid(0);
            for (const Payout& payout :
                 PayoutStore(call).forLine(line.walletId, line.amount, line.currency, line.bookedAt)) {
                if (payout.walletId == other) {
                    PayoutStore(call).take(payout.id, line.id);
                    return;
                }
            }
        }
    }
}

} // namespace svc::bank
