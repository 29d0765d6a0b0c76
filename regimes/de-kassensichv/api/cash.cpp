#include "api/cash.hpp"

#include <array>

#include <svc/error.hpp>

#include "api/closing.hpp"
#include "api/sealing.hpp"

namespace svc::kassensichv {
namespace {

constexpr std::string_view PaymentSql =
    "SELECT id, sale_id, amount, currency, method, wallet_amount, wallet_currency FROM sales.v1_payments"
    " WHERE company_id = $1 AND id = $2";
constexpr std::string_view VoidedSql =
    "SELECT id, sale_id, amount, currency, method, wallet_amount, wallet_currency FROM sales.v1_payments"
    " WHERE company_id = $1 AND transaction_id = $2 AND status = 'voided'";
#define SVC_MOVEMENT_SQL                                                                                     \
    "SELECT id, kind, direction, amount, category, label, reverses_id IS NOT NULL"                           \
    " FROM treasury.v1_transactions WHERE company_id = $1 AND wallet_id = $2 AND "
constexpr std::string_view MovementSql = SVC_MOVEMENT_SQL "id = ANY ($3::uuid[])";
constexpr std::string_view ReversalSql = SVC_MOVEMENT_SQL "reverses_id = ANY ($3::uuid[])";
constexpr std::string_view OfSessionSql = SVC_MOVEMENT_SQL
    "cash_session_id = $3 AND kind NOT IN ('till_difference', 'opening') ORDER BY created_at, id";
constexpr std::string_view DepositSql =
    SVC_MOVEMENT_SQL "kind = 'transfer' AND created_at >= $3::timestamptz"
                     " AND created_at < $3::timestamptz + interval '1 millisecond'";
/// In the order of their events.
constexpr std::string_view Lane = "record";
constexpr std::string_view TransferSql =
    "SELECT out_id, in_id FROM treasury.v1_transfers WHERE company_id = $1 AND id = $2";

/// The regime of a company that uses it.
struct Own {
    Json settings;
    bool training = false;

    Uuid wallet() const { return decodeId("wal", settings.textOr("walletId")).value_or(Uuid()); }
    bool isTill(const Json& data) const { return data.textOr("walletId") == settings.textOr("walletId"); }
};

std::optional<Own> ownRegime(Call& call) {
    if (call.company().country != "DE") {
        return std::nullopt;
    }
    const Json own = call.command("fiscal.regime", Json::object({{"regime", RegimeId}}));
    if (!own.isObject() || own.textOr("state") != "enabled") {
        return std::nullopt;
    }
    return Own{own["settings"], own.textOr("mode") == "test"};
}

void record(Call& call, const Own& own, const Draft& draft) {
    if (const auto receipt = recordReceipt(call, draft, own.training)) {
        fileSigning(call, *receipt);
    }
}

/// Is the payment part of the receipt of its sale?
bool isPaidWithSale(const std::optional<Receipt>& sale, const std::string& payment) {
    if (!sale) {
        return false;
    }
    for (const Json& one : sale->content["payments"].items()) {
        if (one.textOr("id") == payment) {
            return true;
        }
    }
    return false;
}

/// A claim that is settled at the till, or the taking back of that.
void recordPayment(Call& call, const Own& own, const Row& row, bool taken) {
    const std::string id = encodeId("pay", row.uuid(0));
    const std::string method(row.text(4));
    const auto sale = findReceiptOf(call, encodeId("sal", row.uuid(1)));
    if (!isTillMethod(method) || (!taken && isPaidWithSale(sale, id))) {
        return;
    }
    if (row.text(3) != "EUR") {
        throw ApiError(400, "currency-unsupported", {row.text(3)});
    }
    const std::int64_t sign = taken ? -1 : 1;
    Draft draft(taken ? id + ".void" : id, taken ? "Zahlung storniert" : "Zahlung");
    draft.addCase(cases::ClaimSettled, taken ? "Zahlung storniert" : "Zahlung einer Rechnung",
                  sign * row.integer(2));
    draft.addPayment(method, sign * row.integer(2), sign * row.integer(5), std::string(row.text(6)));
    if (sale) {
        draft.setReference(*sale);
    }
    record(call, own, draft);
}

std::string_view caseOf(const Row& row, bool in) {
    const std::string_view kind = row.text(1);
    const std::string category(row.optionalText(4).value_or(""));
    if (kind == "transfer") {
        return cases::Transit;
    }
    if (category == "owner_contribution") {
        return cases::OwnerIn;
    }
    if (category == "owner_withdrawal") {
        return cases::OwnerOut;
    }
    return in ? cases::PaidIn : cases::PaidOut;
}

/// Cash that moved without a sale. Payments and refunds are receipts of their own.
void recordMovement(Call& call, const Own& own, const Row& row) {
    const std::string_view kind = row.text(1);
    if (kind == "sale_payment" || kind == "sale_refund") {
        return;
    }
    const bool in = row.text(2) == "in";
    const std::int64_t amount = in ? row.integer(3) : -row.integer(3);
    const std::string label(row.optionalText(5).value_or(kind));
    Draft draft(encodeId("txn", row.uuid(0)), label);
    draft.addCase(caseOf(row, in), label, amount);
    draft.addPayment("cash", amount, amount, "EUR");
    record(call, own, draft);
}

void recordMovements(Call& call, const Own& own, std::string_view sql, const Param& of) {
    for (const Row row : call.db().query(sql, call.companyId(), own.wallet(), of)) {
        recordMovement(call, own, row);
    }
}

ArrayParam only(const Uuid& id) {
    ArrayParam ids;
    ids.add(id);
    return ids;
}

/// The amount that a till holds, or lacks.
void recordCash(Call& call, const Own& own, const std::string& document, std::string_view businessCase,
                std::int64_t amount) {
    if (amount == 0) {
        return;
    }
    Draft draft(document, std::string(businessCase));
    draft.addCase(businessCase, businessCase, amount);
    draft.addPayment("cash", amount, amount, "EUR");
    record(call, own, draft);
}

void movementVoided(Call& call, const Own& own, const Json& event) {
    const Uuid id = decodeId("txn", event["objectId"].text()).value();
    for (const Row row : call.db().query(VoidedSql, call.companyId(), id)) {
        recordPayment(call, own, row, true);
    }
    if (own.isTill(event["data"])) {
        recordMovements(call, own, ReversalSql, only(id));
    }
}

void cashMoved(Call& call, const Own& own, const Json& event) {
    if (own.isTill(event["data"])) {
        recordMovements(call, own, MovementSql, only(decodeId("txn", event["objectId"].text()).value()));
    }
}

void cashTransferred(Call& call, const Own& own, const Json& event) {
    const Uuid id = decodeId("trf", event["objectId"].text()).value();
    for (const Row row : call.db().query(TransferSql, call.companyId(), id)) {
        ArrayParam movements;
        movements.add(row.uuid(0));
        movements.add(row.uuid(1));
        recordMovements(call, own, MovementSql, movements);
    }
}

void sessionOpened(Call& call, const Own& own, const Json& event) {
    const Json& data = event["data"];
    if (!own.isTill(data)) {
        return;
    }
    // What was recorded while the till was closed is closed before.
    const Instant openedAt = Instant::parse(data.textOr("openedAt")).value();
    if (const auto last = lastOpenBefore(call, openedAt, lockTill(call).closedTo)) {
        makeClosing(call, own.settings, std::nullopt, *last);
    }
    recordCash(call, own, event["objectId"].text() + ".open", cases::Opening,
               data["openingAmount"]["amount"].integer());
}

/// What is taken to the bank when the till is closed belongs to that closing: it moved in the transaction of
/// the closing, whose instant the event has in milliseconds.
void sessionClosed(Call& call, const Own& own, const Json& event) {
    const Json& data = event["data"];
    if (!own.isTill(data)) {
        return;
    }
    const std::string& session = event["objectId"].text();
    recordMovements(call, own, OfSessionSql, decodeId("csh", session).value());
    recordMovements(call, own, DepositSql, Instant::parse(data.textOr("closedAt")).value());
    recordCash(call, own, session + ".difference", cases::Difference, data["difference"]["amount"].integer());
    makeClosing(call, own.settings, session);
}

} // namespace

void paymentReceived(Call& call, const Json& envelope) {
    const auto own = ownRegime(call);
    const auto id = decodeId("pay", envelope["objectId"].text());
    if (own && id) {
        for (const Row row : call.db().query(PaymentSql, call.companyId(), *id)) {
            recordPayment(call, *own, row, false);
        }
    }
}

void fileRecording(Call& call, const Json& envelope) {
    if (ownRegime(call)) {
        const std::string type = envelope["type"].text();
        call.fileJobIn(
            "record", Lane, call.now(),
            Json::object({{"type", type}, {"objectId", envelope["objectId"]}, {"data", envelope["data"]}}),
            type + ' ' + envelope["objectId"].text());
    }
}

void recordCashEvent(Call& call, const Json& payload) {
    constexpr std::array<std::pair<std::string_view, void (*)(Call&, const Own&, const Json&)>, 5> Recorders =
        {{{"transaction.created", cashMoved},
          {"transaction.voided", movementVoided},
          {"transfer.completed", cashTransferred},
          {"cash_session.opened", sessionOpened},
          {"cash_session.closed", sessionClosed}}};
    const auto own = ownRegime(call);
    for (const auto& [type, recorder] : Recorders) {
        if (own && payload["type"].text() == type) {
            recorder(call, *own, payload);
        }
    }
}

void closeDay(Call& call, const Json&) {
    const auto own = ownRegime(call);
    if (!own) {
        return;
    }
    const Json wallet =
        call.command("treasury.wallet", Json::object({{"id", own->settings.textOr("walletId")}}));
    if (wallet.isObject() && wallet.optionalText("openSessionId")) {
        return;
    }
    const Till till = lockTill(call);
    if (const auto last = lastOpenBefore(call, call.startOf(call.today()), till.closedTo)) {
        makeClosing(call, own->settings, std::nullopt, *last);
    }
}

} // namespace svc::kassensichv
