#include "api/cash.hpp"

#include <array>

#include <svc/columns.hpp>
#include <svc/error.hpp>

#include "api/closing.hpp"
#include "api/sealing.hpp"
#include "records/ids.hpp"

namespace svc::kassensichv {
namespace {

using records::CashSessionId;
using records::PaymentId;
using records::SaleId;
using records::TransactionId;
using records::TransferId;
using records::WalletId;

/// A payment of a sale as the module sales publishes it; amounts in minor units of the currency beside.
struct SalePayment {
    PaymentId id;
    SaleId sale;
    std::int64_t amount = 0;
    std::string currency;
    std::string method;
    std::int64_t walletAmount = 0;
    std::string walletCurrency;
};
const svc::Table SalePayments("sales.v1_payments", columnWrittenOnce("id", &SalePayment::id),
                              column("sale_id", &SalePayment::sale), column("amount", &SalePayment::amount),
                              column("currency", &SalePayment::currency),
                              column("method", &SalePayment::method),
                              column("wallet_amount", &SalePayment::walletAmount),
                              column("wallet_currency", &SalePayment::walletCurrency));
const std::string SelectPayments =
    "SELECT " + SalePayments.select("p") + " FROM sales.v1_payments p WHERE p.company_id = $1";
const std::string PaymentSql = SelectPayments + " AND p.id = $2";
const std::string VoidedSql = SelectPayments + " AND p.transaction_id = $2 AND p.status = 'voided'";

/// A movement of the till as the module treasury publishes it; in minor units.
struct Movement {
    TransactionId id;
    std::string kind;
    std::string direction;
    std::int64_t amount = 0;
    std::optional<std::string> category;
    std::optional<std::string> label;
};
const svc::Table Movements("treasury.v1_transactions", columnWrittenOnce("id", &Movement::id),
                           column("kind", &Movement::kind), column("direction", &Movement::direction),
                           column("amount", &Movement::amount), column("category", &Movement::category),
                           column("label", &Movement::label));
const std::string SelectMovements =
    "SELECT " + Movements.select("t") +
    " FROM treasury.v1_transactions t WHERE t.company_id = $1 AND t.wallet_id = $2 AND ";
const std::string MovementSql = SelectMovements + "t.id = ANY ($3::uuid[])";
const std::string ReversalSql = SelectMovements + "t.reverses_id = ANY ($3::uuid[])";
const std::string OfSessionSql =
    SelectMovements +
    "t.cash_session_id = $3 AND t.kind NOT IN ('till_difference', 'opening') ORDER BY t.created_at, t.id";
const std::string DepositSql = SelectMovements +
                               "t.kind = 'transfer' AND t.created_at >= $3::timestamptz"
                               " AND t.created_at < $3::timestamptz + interval '1 millisecond'";
/// In the order of their events.
constexpr std::string_view Lane = "record";
constexpr std::string_view TransferSql =
    "SELECT out_id, in_id FROM treasury.v1_transfers WHERE company_id = $1 AND id = $2";

/// The regime of a company that uses it.
struct Own {
    Json settings;
    bool training = false;

    WalletId wallet() const { return WalletId::parse(settings.textOr("walletId")).value_or(WalletId()); }
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
void recordPayment(Call& call, const Own& own, const SalePayment& payment, bool taken) {
    const std::string id = payment.id.toString();
    const auto sale = findReceiptOf(call, payment.sale.toString());
    if (!isTillMethod(payment.method) || (!taken && isPaidWithSale(sale, id))) {
        return;
    }
    if (payment.currency != "EUR") {
        throw ApiError(400, "currency-unsupported", {payment.currency});
    }
    const std::int64_t sign = taken ? -1 : 1;
    Draft draft(taken ? id + ".void" : id, taken ? "Zahlung storniert" : "Zahlung");
    draft.addCase(cases::ClaimSettled, taken ? "Zahlung storniert" : "Zahlung einer Rechnung",
                  sign * payment.amount);
    draft.addPayment(payment.method, sign * payment.amount, sign * payment.walletAmount,
                     payment.walletCurrency);
    if (sale) {
        draft.setReference(*sale);
    }
    record(call, own, draft);
}

std::string_view caseOf(const Movement& movement, bool in) {
    const std::string category = movement.category.value_or("");
    if (movement.kind == "transfer") {
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
void recordMovement(Call& call, const Own& own, const Movement& movement) {
    if (movement.kind == "sale_payment" || movement.kind == "sale_refund") {
        return;
    }
    const bool in = movement.direction == "in";
    const std::int64_t amount = in ? movement.amount : -movement.amount;
    const std::string label = movement.label.value_or(movement.kind);
    Draft draft(movement.id.toString(), label);
    draft.addCase(caseOf(movement, in), label, amount);
    draft.addPayment("cash", amount, amount, "EUR");
    record(call, own, draft);
}

void recordMovements(Call& call, const Own& own, std::string_view sql, const Param& of) {
    for (const Row row : call.db().query(sql, call.companyId(), own.wallet(), of)) {
        recordMovement(call, own, Movements.read(row));
    }
}

ArrayParam only(TransactionId id) {
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
    const auto id = TransactionId::parse(event["objectId"].text()).value();
    for (const Row row : call.db().query(VoidedSql, call.companyId(), id)) {
        recordPayment(call, own, SalePayments.read(row), true);
    }
    if (own.isTill(event["data"])) {
        recordMovements(call, own, ReversalSql, only(id));
    }
}

void cashMoved(Call& call, const Own& own, const Json& event) {
    if (own.isTill(event["data"])) {
        recordMovements(call, own, MovementSql, only(TransactionId::parse(event["objectId"].text()).value()));
    }
}

void cashTransferred(Call& call, const Own& own, const Json& event) {
    const auto id = TransferId::parse(event["objectId"].text()).value();
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
    recordMovements(call, own, OfSessionSql, CashSessionId::parse(session).value());
    recordMovements(call, own, DepositSql, Instant::parse(data.textOr("closedAt")).value());
    recordCash(call, own, session + ".difference", cases::Difference, data["difference"]["amount"].integer());
    makeClosing(call, own.settings, session);
}

} // namespace

void paymentReceived(Call& call, const Json& envelope) {
    const auto own = ownRegime(call);
    const auto id = PaymentId::parse(envelope["objectId"].text());
    if (own && id) {
        for (const Row row : call.db().query(PaymentSql, call.companyId(), *id)) {
            recordPayment(call, *own, SalePayments.read(row), false);
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
