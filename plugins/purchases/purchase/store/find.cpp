#include "purchase/store/find.hpp"

#include <svc/inner_rows.hpp>

#include "purchase/columns.hpp"

namespace svc::purchases {
namespace {

const std::string LinesColumn =
    innerRows(Lines.select("l"), "purchases.line l WHERE l.company_id = $1 AND l.purchase_id = r.id"
                                 " ORDER BY l.position");
const std::string PaymentsColumn =
    innerRows(Payments.select("y"), "purchases.payment y WHERE y.company_id = $1 AND y.purchase_id = r.id"
                                    " ORDER BY y.created_at, y.id");
const std::string ReceiptsColumn = innerRows(
    Receipts.select("c") + ", " +
        innerRows(ReceiptLines.select("n"), "purchases.receipt_line n WHERE n.company_id = $1"
                                            " AND n.receipt_id = c.id ORDER BY n.position"),
    "purchases.receipt c WHERE c.company_id = $1 AND c.purchase_id = r.id ORDER BY c.created_at, c.id");

std::string selectOf(PurchaseParts parts) {
    return "SELECT " + purchaseColumns(parts) +
           " FROM purchases.purchase r WHERE r.company_id = $1 AND r.id = $2";
}

} // namespace

std::string purchaseColumns(PurchaseParts parts) {
    std::string text = Purchases.select("r") + ", " + Cancellations.select("r");
    const auto add = [&](bool wanted, const std::string& part) {
        text += ", " + (wanted ? part : "NULL::text");
    };
    add(parts.lines, LinesColumn);
    add(parts.payments, PaymentsColumn);
    add(parts.receipts, ReceiptsColumn);
    return text;
}

Purchase purchaseFrom(const Row& row, std::uint32_t column) {
    Purchase purchase = Purchases.read(row, column);
    purchase.partner.id = purchase.partnerId;
    column += Purchases.width();
    if (!row.isNull(column)) {
        purchase.cancellation = Cancellations.read(row, column);
    }
    column += Cancellations.width();
    eachInner(row, column, [&](const Row& line) { purchase.lines.push_back(Lines.read(line)); });
    eachInner(row, column + 1,
              [&](const Row& payment) { purchase.payments.push_back(Payments.read(payment)); });
    eachInner(row, column + 2, [&](const Row& part) {
        Receipt& receipt = purchase.receipts.emplace_back(Receipts.read(part));
        eachInner(part, Receipts.width(),
                  [&](const Row& line) { receipt.lines.push_back(ReceiptLines.read(line)); });
    });
    return purchase;
}

std::optional<Purchase> findPurchase(Call& call, PurchaseId id, PurchaseParts parts) {
    const Rows rows = call.db().query(selectOf(parts), call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(purchaseFrom(rows[0]));
}

Purchase lockPurchase(Call& call, PurchaseId id) {
    const Rows rows = call.db().query(selectOf({}) + " FOR UPDATE", call.companyId(), id);
    if (rows.empty()) {
        throw ApiError(404, "purchase-not-found");
    }
    return purchaseFrom(rows[0]);
}

std::optional<PurchaseId> purchaseOfPayment(Call& call, PaymentId paymentId) {
    const Rows rows =
        call.db().query("SELECT purchase_id FROM purchases.payment WHERE company_id = $1 AND id = $2",
                        call.companyId(), paymentId);
    return rows.empty() ? std::nullopt : std::optional(rows[0].id<PurchaseId>(0));
}

} // namespace svc::purchases
