#include "purchase/store/writes.hpp"

#include "purchase/columns.hpp"

namespace svc::purchases {
namespace {

constexpr std::string_view UpdateLinesReceived =
    "UPDATE purchases.line l SET quantity_received = w.quantity"
    " FROM unnest($3::uuid[], $4::numeric[]) AS w (id, quantity)"
    " WHERE l.company_id = $1 AND l.purchase_id = $2 AND l.id = w.id";

constexpr std::string_view UpdateReceived =
    "UPDATE purchases.purchase SET receipt_status = $3, received_base = $4, version = version + $5,"
    " updated_at = $6 WHERE company_id = $1 AND id = $2";

constexpr std::string_view UpdatePaid =
    "UPDATE purchases.purchase SET paid = $3, paid_base = $4, payment_status = $5, version = version + $6,"
    " updated_at = $7 WHERE company_id = $1 AND id = $2";

constexpr std::string_view UpdateEditable =
    "UPDATE purchases.purchase SET supplier_reference = $3, expected_at = $4, due_date = $5, note = $6,"
    " version = version + 1, updated_at = $7 WHERE company_id = $1 AND id = $2";

constexpr std::string_view UpdateCancelled =
    "UPDATE purchases.purchase SET status = $3, payment_status = $4, cancelled_at = $5, cancel_reason = $6,"
    " version = version + 1, updated_at = $5 WHERE company_id = $1 AND id = $2";

constexpr std::string_view MarkVoided =
    "UPDATE purchases.payment SET status = $3 WHERE company_id = $1 AND id = $2";

/// Rows of lines in their order.
template <class LineRecord, class Line, class Owner>
std::vector<LineRecord> rowsOf(const std::vector<Line>& lines, Owner owner) {
    std::vector<LineRecord> rows;
    for (const Line& line : lines) {
        rows.push_back({line, owner, static_cast<std::int64_t>(rows.size())});
    }
    return rows;
}

} // namespace

void insertPurchase(Call& call, const Purchase& purchase) {
    Purchases.insert(call, {purchase});
    Lines.insert(call, rowsOf<LineRow>(purchase.lines, purchase.id));
}

void insertReceipt(Call& call, const Purchase& purchase, const Receipt& receipt) {
    Receipts.insert(call, {{receipt, purchase.id, call.actor()}});
    ReceiptLines.insert(call, rowsOf<ReceiptLineRow>(receipt.lines, receipt.id));
}

void insertPayment(Call& call, const Purchase& purchase, const Payment& payment) {
    Payments.insert(call, {{payment, purchase.id, call.actor()}});
}

void updateReceived(Call& call, const Purchase& purchase, bool newVersion) {
    ArrayParam ids, quantities;
    for (const PurchaseLine& line : purchase.lines) {
        ids.add(line.id);
        quantities.add(line.quantityReceived);
    }
    call.db().send(UpdateLinesReceived, call.companyId(), purchase.id, ids, quantities);
    call.db().send(UpdateReceived, call.companyId(), purchase.id, toText(purchase.receiptStatus),
                   purchase.receivedBase, newVersion ? 1 : 0, call.now());
}

void updatePaid(Call& call, const Purchase& purchase, bool newVersion) {
    call.db().send(UpdatePaid, call.companyId(), purchase.id, purchase.paid, purchase.paidBase,
                   toText(purchase.paymentStatus), newVersion ? 1 : 0, call.now());
}

void updateEditable(Call& call, const Purchase& purchase) {
    call.db().send(UpdateEditable, call.companyId(), purchase.id, purchase.supplierReference,
                   purchase.expectedAt, purchase.dueDate, purchase.note, call.now());
}

void updateCancelled(Call& call, const Purchase& purchase) {
    call.db().send(UpdateCancelled, call.companyId(), purchase.id, toText(purchase.status),
                   toText(purchase.paymentStatus), purchase.cancellation->at, purchase.cancellation->reason);
}

void markVoided(Call& call, const Payment& payment) {
    call.db().send(MarkVoided, call.companyId(), payment.id, toText(payment.status));
}

} // namespace svc::purchases
