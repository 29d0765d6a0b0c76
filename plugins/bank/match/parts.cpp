#include "match/parts.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <svc/columns.hpp>

#include "match/own_transfers.hpp"
#include "match/payable_document.hpp"
#include "payout/moves.hpp"
#include "trade/wallets.hpp"

namespace svc::bank {

namespace {

using calls::treasury::MoneyDirection;
using calls::treasury::TransactionStatus;

/// A movement of the wallet of the line; one that is posted and not reconciled may be linked.
struct LinkedMovement {
    TransactionId id;
    MoneyDirection direction{};
    std::int64_t amount = 0;
    Date date;
    bool reconciled = false;
    TransactionStatus status{};
};
const Table LinkedMovements("treasury.v1_transactions", columnWrittenOnce("id", &LinkedMovement::id),
                            column("direction", &LinkedMovement::direction),
                            column("amount", &LinkedMovement::amount), column("date", &LinkedMovement::date),
                            column("reconciled", &LinkedMovement::reconciled),
                            column("status", &LinkedMovement::status));
const std::string SelectMovements =
    "SELECT " + LinkedMovements.select("t") + " FROM treasury.v1_transactions t";
const std::string MovementSql =
    SelectMovements + " WHERE t.company_id = $1 AND t.wallet_id = $2 AND t.reverses_id IS NULL AND t.id = $3";
const std::string LegsSql = SelectMovements +
                            " JOIN treasury.v1_transfers f ON f.company_id = t.company_id AND f.id = $3"
                            " AND t.id IN (f.out_id, f.in_id, f.fee_id)"
                            " WHERE t.company_id = $1 AND t.wallet_id = $2 ORDER BY t.id";
constexpr std::string_view SalePaymentSql =
    "SELECT p.transaction_id FROM sales.v1_payments p WHERE p.company_id = $1 AND p.id = $2";
constexpr std::string_view PurchasePaymentSql =
    "SELECT p.transaction_id FROM purchases.v1_payments p WHERE p.company_id = $1 AND p.id = $2";

/// Kinds that a match pays; all others exist already or become a transfer.
bool isDocument(api::MatchKind kind) {
    return kind == api::MatchKind::Sale || kind == api::MatchKind::Purchase;
}

[[noreturn]] void absent(api::MatchKind kind) {
    throw ApiError(404, kind == api::MatchKind::Payment ? "payment-not-found" : "transaction-not-found");
}

void addMovement(const Line& line, const LinkedMovement& movement, MatchPart part,
                 std::vector<MatchPart>& parts) {
    if (movement.status != TransactionStatus::Posted || movement.reconciled) {
        throw partInvalid(part, "id");
    }
    if ((movement.direction == MoneyDirection::In) != isMoneyIn(line)) {
        throw ApiError(400, "match-direction");
    }
    part.match.transactionId = movement.id;
    part.match.date = movement.date;
    takeWhole(part, movement.amount);
    parts.push_back(std::move(part));
}

template <class RecordId>
std::optional<Uuid> uuidOf(std::string_view text) {
    const auto id = RecordId::parse(text);
    return id ? std::optional(id->uuid()) : std::nullopt;
}

/// The movement of a payment of a sale or a purchase.
std::optional<Uuid> movementOfPayment(Call& call, std::string_view text) {
    const auto id = PaymentId::parse(text);
    if (!id) {
        return std::nullopt;
    }
    const auto movement = [&](std::string_view sql) {
        const Rows rows = call.db().query(sql, call.companyId(), *id);
        return rows.empty() ? std::nullopt : rows[0].optionalUuid(0);
    };
    const auto ofSale = calls::sales::offersPay(call) ? movement(SalePaymentSql) : std::nullopt;
    return ofSale || !calls::purchases::offersPay(call) ? ofSale : movement(PurchasePaymentSql);
}

/// Adds the movements that exist and that a match would link.
void addNamed(Call& call, const Line& line, const api::MatchRequest& named, std::vector<TransactionId>& ids) {
    const auto add = [&](const std::optional<Uuid>& id) {
        if (id) {
            ids.emplace_back(*id);
        }
    };
    if (named.kind == api::MatchableKind::Transaction) {
        add(uuidOf<TransactionId>(named.id));
    } else if (named.kind == api::MatchableKind::Payment) {
        add(movementOfPayment(call, named.id));
    } else if (const auto transfer = TransferId::parse(named.id);
               transfer && named.kind == api::MatchableKind::Transfer) {
        for (const Row row : call.db().query(LegsSql, call.companyId(), line.walletId, *transfer)) {
            ids.push_back(LinkedMovements.read(row).id);
        }
    } else if (const auto other = BankLineId::parse(named.id);
               other && named.kind == api::MatchableKind::Transfer) {
        addTransfersBetween(call, line, *other, ids);
    }
}

/// Locks the movements that the match will link, so that nobody voids or links them meanwhile. Must happen
/// before the match changes a balance: voiding a movement locks it before the balance.
void lockNamed(Call& call, const Line& line, const std::vector<api::MatchRequest>& given) {
    std::vector<TransactionId> ids;
    for (const api::MatchRequest& one : given) {
        addNamed(call, line, one, ids);
    }
    if (!ids.empty()) {
        calls::treasury::lock(call, {.transactionIds = std::move(ids)});
    }
}

/// Adds an existing movement: named by itself, by its payment, or as a movement of a transfer.
void addExisting(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts) {
    const api::MatchKind kind = part.match.kind;
    const bool transfer = kind == api::MatchKind::Transfer;
    if (transfer && hasPrefixOf<BankLineId>(part.match.id)) {
        addOtherSide(call, line, std::move(part), parts);
        return;
    }
    if (transfer && isPayoutId(part.match.id)) {
        addPayout(call, line, std::move(part), parts);
        return;
    }
    const std::optional<Uuid> id = transfer                          ? uuidOf<TransferId>(part.match.id)
                                   : kind == api::MatchKind::Payment ? movementOfPayment(call, part.match.id)
                                                                     : uuidOf<TransactionId>(part.match.id);
    if (!id) {
        absent(kind);
    }
    const Rows rows = call.db().query(transfer ? LegsSql : MovementSql, call.companyId(), line.walletId, *id);
    if (rows.empty()) {
        absent(kind);
    }
    // A transfer with a fee has two movements in the wallet that it leaves.
    const std::optional<std::int64_t> asked = std::exchange(part.asked, std::nullopt);
    std::int64_t sum = 0;
    for (const Row row : rows) {
        const LinkedMovement movement = LinkedMovements.read(row);
        if (LineStore(call).isLinked(movement.id)) {
            throw partInvalid(part, "id");
        }
        addMovement(line, movement, part, parts);
        sum += movement.amount;
    }
    if (asked && *asked != sum) {
        throw partInvalid(part, "amount");
    }
}

/// A sale or a purchase with a balance.
void addDocument(Call& call, const Line& line, MatchPart part, std::vector<MatchPart>& parts) {
    const bool sale = part.match.kind == api::MatchKind::Sale;
    const auto document =
        sale ? findPayableSale(call, part.match.id) : findPayablePurchase(call, part.match.id);
    if (!document) {
        throw ApiError(404, sale ? "sale-not-found" : "purchase-not-found");
    }
    if (document->isCancelled) {
        throw ApiError(400, sale ? "sale-cancelled" : "purchase-cancelled");
    }
    if (sale != isMoneyIn(line)) {
        throw ApiError(400, "match-direction");
    }
    if (document->currency != line.currency) {
        throw partInvalid(part, "id");
    }
    part.match.number = document->number;
    part.match.date = document->date;
    part.match.partner = document->partner;
    part.open = document->balance;
    // A paid document takes no payment, with or without a given amount.
    if (part.open <= 0 || part.asked.value_or(0) > part.open) {
        throw ApiError(400, "amount-above-outstanding");
    }
    parts.push_back(std::move(part));
}

std::string_view methodOf(Call& call, const Line& line) {
    const auto kind = trade::requireWallet<calls::treasury::wallet>(call, line.walletId).kind;
    return kind == calls::treasury::WalletKind::Bank ? toText(calls::sales::SalePaymentMethod::BankTransfer)
                                                     : toText(kind);
}

api::MatchKind matchKind(api::MatchableKind kind) {
    switch (kind) {
    case api::MatchableKind::Sale:
        return api::MatchKind::Sale;
    case api::MatchableKind::Purchase:
        return api::MatchKind::Purchase;
    case api::MatchableKind::Payment:
        return api::MatchKind::Payment;
    case api::MatchableKind::Transfer:
        return api::MatchKind::Transfer;
    case api::MatchableKind::Transaction:
        break;
    }
    return api::MatchKind::Transaction;
}

} // namespace

ApiError partInvalid(const MatchPart& part, std::string_view field) {
    return fieldInvalid(pathOf("matches", part.place, field));
}

void takeWhole(MatchPart& part, std::int64_t open) {
    part.open = open;
    if (part.asked && *part.asked != open) {
        throw partInvalid(part, "amount");
    }
    part.asked = open;
}

std::vector<MatchPart> partsOf(Call& call, const Line& line, const std::vector<api::MatchRequest>& given) {
    lockNamed(call, line, given);
    std::vector<MatchPart> parts;
    std::set<std::string> seen;
    std::size_t place = 0;
    for (const api::MatchRequest& one : given) {
        MatchPart part;
        part.place = place++;
        part.match.kind = matchKind(one.kind);
        part.match.id = one.id;
        if (!seen.insert(one.id).second) {
            throw partInvalid(part, "id");
        }
        if (one.amount) {
            part.asked = one.amount->minor(line.currency, pathOf("matches", part.place, "amount"));
            if (*part.asked <= 0) {
                throw partInvalid(part, "amount");
            }
        }
        isDocument(part.match.kind) ? addDocument(call, line, std::move(part), parts)
                                    : addExisting(call, line, std::move(part), parts);
    }
    return parts;
}

void fillAmounts(const Line& line, std::vector<MatchPart>& parts, std::int64_t writeOff) {
    const std::int64_t sign = isMoneyIn(line) ? 1 : -1;
    std::int64_t left = sign * (line.amount.minor() - writeOff);
    for (const MatchPart& part : parts) {
        left -= part.asked.value_or(0);
    }
    for (MatchPart& part : parts) {
        if (!part.asked) {
            part.asked = std::max<std::int64_t>(std::min(left, part.open), 0);
            left -= *part.asked;
            if (*part.asked == 0) {
                throw partInvalid(part, "amount");
            }
        }
        part.match.amount = MinorAmount(sign * *part.asked);
    }
}

void settlePart(Call& call, const Line& line, MatchPart& part) {
    Match& match = part.match;
    if (!isDocument(match.kind)) {
        return;
    }
    const bool sale = match.kind == api::MatchKind::Sale;
    const Json given = Json::object({{sale ? "saleId" : "purchaseId", match.id},
                                     {"origin", "bank_match"},
                                     {"amount", majorFromMinor(*part.asked, line.currency)},
                                     {"method", methodOf(call, line)},
                                     {"walletId", line.walletId.toString()},
                                     {"date", line.bookedAt},
                                     {"reference", line.reference}});
    if (sale) {
        const Json payment = calls::sales::pay(call, given);
        match.paymentId = PaymentId::parse(payment.textOr("id"));
        match.transactionId = TransactionId::parse(payment.textOr("transactionId"));
    } else {
        const auto payment = calls::purchases::pay(call, given);
        match.paymentId = payment.id;
        match.transactionId = payment.transactionId;
    }
    match.made = true;
}

void undoMovement(Call& call, TransactionId id, const Undoing& undoing) {
    calls::treasury::void_(call, {.transactionId = id, .reason = undoing.reason, .date = undoing.date});
}

void undoPart(Call& call, const Match& match, const Undoing& undoing) {
    if (match.kind == api::MatchKind::WriteOff) {
        undoMovement(call, match.transactionId.value(), undoing);
    } else if (match.kind == api::MatchKind::Transfer) {
        calls::treasury::voidTransfer(call, {.transferId = TransferId::parse(match.id).value(),
                                             .reason = undoing.reason,
                                             .date = undoing.date});
    } else if (match.kind == api::MatchKind::Sale) {
        calls::sales::voidPayment(
            call, {.paymentId = match.paymentId.value(), .reason = undoing.reason, .date = undoing.date});
    } else {
        calls::purchases::voidPayment(
            call, {.paymentId = match.paymentId.value(), .reason = undoing.reason, .date = undoing.date});
    }
}

} // namespace svc::bank
