#include "api/matching_parts.hpp"

#include <algorithm>
#include <set>

#include <svc/error.hpp>
#include <svc/money.hpp>

#include "api/own_transfers.hpp"
#include "api/payouts.hpp"

namespace svc::bank {

namespace {

// What stands in the wallet of the line and may be linked: posted, not found on a statement yet.
constexpr std::string_view MovementSql =
    "SELECT t.id, t.direction, t.amount, t.date, t.label, t.reconciled, t.status FROM "
    "treasury.v1_transactions t"
    " WHERE t.company_id = $1 AND t.wallet_id = $2 AND t.reverses_id IS NULL AND t.id = $3";
constexpr std::string_view LegsSql =
    "SELECT t.id, t.direction, t.amount, t.date, t.label, t.reconciled, t.status FROM "
    "treasury.v1_transactions t"
    " JOIN treasury.v1_transfers f ON f.company_id = t.company_id AND f.id = $3"
    " AND t.id IN (f.out_id, f.in_id, f.fee_id)"
    " WHERE t.company_id = $1 AND t.wallet_id = $2 ORDER BY t.id";
constexpr std::string_view SalePaymentSql =
    "SELECT p.transaction_id FROM sales.v1_payments p WHERE p.company_id = $1 AND p.id = $2";

[[noreturn]] void absent(std::string_view kind) {
    throw ApiError(404, kind == "payment" ? "payment-not-found" : "transaction-not-found");
}

void addMovement(const Line& line, const Row& row, MatchPart part, std::vector<MatchPart>& parts) {
    if (row.text(6) != "posted" || row.boolean(5)) {
        throw fieldInvalid("matches[" + std::to_string(part.place) + "].id");
    }
    const bool in = row.text(1) == "in";
    if (in != (line.amount > 0)) {
        throw ApiError(400, "match-direction");
    }
    part.match.transactionId = encodeId("txn", row.uuid(0));
    part.match.date = row.date(3);
    part.match.number = std::nullopt;
    part.open = row.integer(2);
    if (part.asked && *part.asked != part.open) {
        throw fieldInvalid("matches[" + std::to_string(part.place) + "].amount");
    }
    part.asked = part.open;
    parts.push_back(std::move(part));
}

/// A movement that exists: by itself, by its payment, or as the legs of a transfer.
void addExisting(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts) {
    const std::string kind = part.match.kind;
    const char* prefix = kind == "payment" ? "pay" : kind == "transfer" ? "trf" : "txn";
    if (kind == "transfer" && part.match.documentId.starts_with("bnk_")) {
        addOtherSide(call, line, std::move(part), parts);
        return;
    }
    if (kind == "transfer" && isPayoutId(part.match.documentId)) {
        addPayout(call, line, std::move(part), parts);
        return;
    }
    std::optional<Uuid> id = decodeId(prefix, part.match.documentId);
    if (id && kind == "payment") {
        if (!call.offers("sales.pay")) {
            absent(kind);
        }
        const Rows rows = call.db().query(SalePaymentSql, call.companyId(), *id);
        id = rows.empty() ? std::nullopt : rows[0].optionalUuid(0);
    }
    if (!id) {
        absent(kind);
    }
    const Rows rows =
        call.db().query(kind == "transfer" ? LegsSql : MovementSql, call.companyId(), line.walletId, *id);
    if (rows.empty()) {
        absent(kind);
    }
    for (const Row row : rows) {
        if (LineStore(call).isLinked(encodeId("txn", row.uuid(0)))) {
            throw fieldInvalid("matches[" + std::to_string(part.place) + "].id");
        }
        addMovement(line, row, part, parts);
    }
}

/// A sale or a purchase with a balance.
void addDocument(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts) {
    const bool sale = part.match.kind == "sale";
    const std::string command = sale ? "sales.get" : "purchases.get";
    const Json document = decodeId(sale ? "sal" : "pur", part.match.documentId) && call.offers(command)
                              ? call.command(command, Json::object({{"id", part.match.documentId}}))
                              : Json(nullptr);
    if (document.isNull()) {
        throw ApiError(404, sale ? "sale-not-found" : "purchase-not-found");
    }
    if (sale != (line.amount > 0)) {
        throw ApiError(400, "match-direction");
    }
    if (document.textOr("currency") != line.currency.code()) {
        throw fieldInvalid("matches[" + std::to_string(part.place) + "].id");
    }
    part.match.made = true;
    part.match.number = document.optionalText("number");
    part.match.date = Date::parse(document.textOr("date"));
    if (document["partner"].isObject()) {
        part.match.partnerId = document["partner"].optionalText("id");
        part.match.partnerName = document["partner"].optionalText("name");
    }
    part.open = document.optionalInteger("balance").value_or(0);
    if (part.asked && *part.asked > part.open) {
        throw ApiError(400, "amount-above-outstanding");
    }
    parts.push_back(std::move(part));
}

std::string methodOf(Call& call, const Line& line) {
    const Json wallet =
        call.command("treasury.wallet",
                     Json::object({{"id", encodeId("wal", line.walletId)}, {"businessUnitId", nullptr}}));
    const std::string kind = wallet.textOr("kind");
    return kind == "bank" ? "bank_transfer" : kind;
}

} // namespace

std::vector<MatchPart> partsOf(Call& call, const Line& line, const Json& given) {
    std::vector<MatchPart> parts;
    std::set<std::string> seen;
    if (!given.isArray()) {
        return parts;
    }
    std::size_t place = 0;
    for (const Json& one : given.items()) {
        MatchPart part;
        part.place = place++;
        part.match.kind = one.textOr("kind");
        part.match.documentId = one.textOr("id");
        const std::string path = "matches[" + std::to_string(part.place) + "].";
        if (!seen.insert(part.match.documentId).second) {
            throw fieldInvalid(path + "id");
        }
        if (!one["amount"].isNull()) {
            const auto major = Decimal::parse(one["amount"].numberText());
            part.asked = major ? minorFromMajor(*major, line.currency) : std::nullopt;
            if (!part.asked || *part.asked <= 0) {
                throw fieldInvalid(path + "amount");
            }
        }
        const bool document = part.match.kind == "sale" || part.match.kind == "purchase";
        document ? addDocument(call, line, std::move(part), parts)
                 : addExisting(call, line, std::move(part), parts);
    }
    return parts;
}

void fillAmounts(const Line& line, std::vector<MatchPart>& parts, std::int64_t writeOff) {
    const std::int64_t sign = line.amount > 0 ? 1 : -1;
    std::int64_t left = sign * (line.amount - writeOff);
    for (const MatchPart& part : parts) {
        left -= part.asked.value_or(0);
    }
    for (MatchPart& part : parts) {
        if (!part.asked) {
            part.asked = std::max<std::int64_t>(std::min(left, part.open), 0);
            left -= *part.asked;
            if (*part.asked == 0) {
                throw fieldInvalid("matches[" + std::to_string(part.place) + "].amount");
            }
        }
        part.match.amount = sign * *part.asked;
    }
}

void settlePart(Call& call, const Line& line, MatchPart& part) {
    Match& match = part.match;
    if (!match.made) {
        return;
    }
    const bool sale = match.kind == "sale";
    const Json payment = call.command(sale ? "sales.pay" : "purchases.pay",
                                      Json::object({{sale ? "saleId" : "purchaseId", match.documentId},
                                                    {"origin", "bank_match"},
                                                    {"amount", majorFromMinor(*part.asked, line.currency)},
                                                    {"method", methodOf(call, line)},
                                                    {"walletId", encodeId("wal", line.walletId)},
                                                    {"date", line.bookedAt},
                                                    {"reference", line.reference}}));
    match.paymentId = payment.optionalText("id");
    match.transactionId = payment.optionalText("transactionId");
}

void undoPart(Call& call, const Match& match, const Json& undoing) {
    Json input = undoing;
    if (match.kind == "write_off") {
        call.command("treasury.void", input.set("transactionId", match.transactionId));
    } else {
        call.command(match.kind == "sale" ? "sales.void_payment" : "purchases.void_payment",
                     input.set("paymentId", match.paymentId));
    }
}

} // namespace svc::bank
