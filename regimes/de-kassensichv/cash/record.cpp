// Events of the till besides sales: cash paid in and out, openings and closings.
#include <array>

#include <svc/columns.hpp>

#include "bindings.hpp"
#include "closing/make.hpp"
#include "closing/store.hpp"
#include "own_regime.hpp"
#include "payment/record.hpp"
#include "receipt/record.hpp"
#include "till/store.hpp"

namespace svc::de_kassensichv {
namespace {

using records::TransactionId;
using records::TransferId;
using Recorded = jobs::RecordPayload;

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
/// One lane: the jobs run in the order of their events.
constexpr std::string_view RecordLane = "record";
constexpr std::string_view TransferSql =
    "SELECT out_id, in_id FROM treasury.v1_transfers WHERE company_id = $1 AND id = $2";

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

/// Records cash that moved without a sale. Payments and refunds of sales have receipts of their own.
void recordMovement(Call& call, const OwnRegime& own, const Movement& movement) {
    if (movement.kind == "sale_payment" || movement.kind == "sale_refund") {
        return;
    }
    const bool in = movement.direction == "in";
    const std::int64_t amount = in ? movement.amount : -movement.amount;
    const std::string label = movement.label.value_or(movement.kind);
    Draft draft(movement.id.toString(), label);
    draft.addCase(caseOf(movement, in), label, amount);
    draft.addPayment("cash", amount, amount, "EUR");
    recordAndSign(call, own, draft);
}

void recordMovements(Call& call, const OwnRegime& own, std::string_view sql, const Param& of) {
    for (const Row row : call.db().query(sql, call.companyId(), own.wallet(), of)) {
        recordMovement(call, own, Movements.read(row));
    }
}

ArrayParam only(TransactionId id) {
    ArrayParam ids;
    ids.add(id);
    return ids;
}

/// Records the opening amount or the cash difference of a till.
void recordCash(Call& call, const OwnRegime& own, const std::string& document, std::string_view businessCase,
                std::int64_t amount) {
    if (amount == 0) {
        return;
    }
    Draft draft(document, std::string(businessCase));
    draft.addCase(businessCase, businessCase, amount);
    draft.addPayment("cash", amount, amount, "EUR");
    recordAndSign(call, own, draft);
}

void movementVoided(Call& call, const OwnRegime& own, const Recorded& event) {
    const auto id = TransactionId::parse(event.objectId).value();
    recordVoidedPayments(call, own, id);
    if (own.isTill(event.data)) {
        recordMovements(call, own, ReversalSql, only(id));
    }
}

void cashMoved(Call& call, const OwnRegime& own, const Recorded& event) {
    if (own.isTill(event.data)) {
        recordMovements(call, own, MovementSql, only(TransactionId::parse(event.objectId).value()));
    }
}

void cashTransferred(Call& call, const OwnRegime& own, const Recorded& event) {
    const auto id = TransferId::parse(event.objectId).value();
    for (const Row row : call.db().query(TransferSql, call.companyId(), id)) {
        ArrayParam movements;
        movements.add(row.uuid(0));
        movements.add(row.uuid(1));
        recordMovements(call, own, MovementSql, movements);
    }
}

void sessionOpened(Call& call, const OwnRegime& own, const Recorded& event) {
    const Json& data = event.data;
    if (!own.isTill(data)) {
        return;
    }
    // Receipts recorded while the till was closed get a closing of their own first.
    const Instant openedAt = Instant::parse(data.textOr("openedAt")).value();
    if (const auto last = lastOpenBefore(call, openedAt, lockTill(call).closedTo)) {
        makeClosing(call, own.settings, std::nullopt, *last);
    }
    recordCash(call, own, event.objectId + ".open", cases::Opening,
               data["openingAmount"]["amount"].integer());
}

/// Cash taken to the bank when the till is closed belongs to that closing: it moved in the same transaction.
/// `closedAt` of the event, in milliseconds, identifies these movements.
void sessionClosed(Call& call, const OwnRegime& own, const Recorded& event) {
    const Json& data = event.data;
    if (!own.isTill(data)) {
        return;
    }
    const std::string& session = event.objectId;
    recordMovements(call, own, OfSessionSql, CashSessionId::parse(session).value());
    recordMovements(call, own, DepositSql, Instant::parse(data.textOr("closedAt")).value());
    recordCash(call, own, session + ".difference", cases::Difference, data["difference"]["amount"].integer());
    makeClosing(call, own.settings, session);
}

} // namespace

/// Cash movements, openings and closings are recorded by a job after the commit, in the order of events. The
/// lock order forbids to record at once: these transactions already hold the wallet, while sales lock the
/// till before the wallet.
void hooks::fileRecording(Call& call, const Event& event) {
    if (ownRegime(call)) {
        jobs::fileRecord(
            call, RecordLane, call.now(),
            {.type = event.type(), .objectId = std::string(event.objectId()), .data = event.data()},
            event.type() + ' ' + event.objectId());
    }
}

void jobs::record(Call& call, const jobs::RecordPayload& payload) {
    constexpr std::array<std::pair<std::string_view, void (*)(Call&, const OwnRegime&, const Recorded&)>, 5>
        Recorders = {{{"transaction.created", cashMoved},
                      {"transaction.voided", movementVoided},
                      {"transfer.completed", cashTransferred},
                      {"cash_session.opened", sessionOpened},
                      {"cash_session.closed", sessionClosed}}};
    const auto own = ownRegime(call);
    for (const auto& [type, recorder] : Recorders) {
        if (own && payload.type == type) {
            recorder(call, *own, payload);
        }
    }
}

} // namespace svc::de_kassensichv
