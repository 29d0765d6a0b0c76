#include "sale/store/find.hpp"

#include <algorithm>

#include <svc/inner_rows.hpp>

#include "sale/columns.hpp"
#include "sale/store/issuing_sale.hpp"
#include "sale/store/writes.hpp"

namespace svc::sales {
namespace {

constexpr std::string_view CancellingNote =
    "CASE WHEN r.cancelled_at IS NOT NULL THEN (SELECT n.id FROM sales.credit_note n WHERE n.company_id = $1"
    " AND n.sale_id = r.id AND n.kind = 'cancellation') END";
constexpr std::string_view OfOne = " FROM sales.sale r WHERE r.company_id = $1 AND r.id = $2";

const std::string& linesColumn() {
    static const std::string column =
        innerRows(Lines.select("l") + ", " + LineCredits.select("l"),
                  "sales.line l WHERE l.company_id = $1 AND l.sale_id = r.id ORDER BY l.position");
    return column;
}
const std::string& paymentsColumn() {
    static const std::string column =
        innerRows(Payments.select("p"),
                  "sales.payment p WHERE p.company_id = $1 AND p.sale_id = r.id ORDER BY p.created_at, p.id");
    return column;
}
const std::string& refundsColumn() {
    static const std::string column =
        innerRows(Refunds.select("f") + ", f.credit_note_id, n.number, n.tax_total",
                  "sales.refund f JOIN sales.credit_note n ON n.company_id = f.company_id"
                  " AND n.id = f.credit_note_id WHERE f.company_id = $1 AND f.sale_id = r.id"
                  " ORDER BY f.created_at, f.id");
    return column;
}
const std::string& deliveriesColumn() {
    static const std::string column = innerRows(
        Deliveries.select("d") + ", " +
            innerRows("e.line_id, e.quantity", "sales.delivery_line e WHERE e.company_id = d.company_id"
                                               " AND e.delivery_id = d.id ORDER BY e.position"),
        "sales.delivery d WHERE d.company_id = $1 AND d.sale_id = r.id ORDER BY d.created_at, d.id");
    return column;
}

SaleLine lineFrom(const Row& row) {
    SaleLine line = Lines.read(row);
    LineCredits.readInto(row, Lines.width(), line);
    return line;
}

Payment paymentFrom(const Row& row) {
    return Payments.read(row);
}

Refund refundFrom(const Row& row) {
    Refund refund = Refunds.read(row);
    const std::uint32_t at = Refunds.width();
    refund.creditNote = {row.id<CreditNoteId>(at), std::string(row.text(at + 1)), refund.amount,
                         row.integer(at + 2)};
    return refund;
}

Delivery deliveryFrom(const Row& row) {
    Delivery delivery = Deliveries.read(row);
    eachInner(row, Deliveries.width(), [&](const Row& line) {
        delivery.lines.push_back({line.id<LineId>(0), line.decimal(1).normalized()});
    });
    return delivery;
}

/// The records in a column; none for NULL.
template <class Record>
void readInto(std::vector<Record>& records, const Row& row, std::uint32_t column,
              Record (*from)(const Row&)) {
    eachInner(row, column, [&](const Row& inside) { records.push_back(from(inside)); });
}

std::string columnsOf(SaleParts parts, std::string_view cancellingNote) {
    const auto orNull = [](bool asked, const std::string& part) {
        return asked ? part : std::string("NULL::text");
    };
    std::string text = Sales.select("r") + ", " + Cancellations.select("r");
    for (const std::string& part :
         {std::string(cancellingNote), orNull(parts.lines, linesColumn()),
          orNull(parts.payments, paymentsColumn()), orNull(parts.afterwards, refundsColumn()),
          orNull(parts.afterwards, deliveriesColumn())}) {
        text += ", " + part;
    }
    return text;
}

/// Refunds and deliveries leave traces in the credited amount and the delivered quantities.
bool mayHaveAfterwards(const Sale& sale) {
    return sale.cancellation || sale.credited != 0 ||
           std::any_of(sale.lines.begin(), sale.lines.end(),
                       [](const SaleLine& line) { return line.quantityDelivered.sign() != 0; });
}

void readAfterwards(Call& call, Sale& sale) {
    static const std::string sql =
        "SELECT (SELECT n.id FROM sales.credit_note n WHERE n.company_id = $1 AND n.sale_id = r.id"
        " AND n.kind = 'cancellation'), " +
        refundsColumn() + ", " + deliveriesColumn() + " FROM (SELECT $2::uuid AS id) r";
    const Rows rows = call.db().query(sql, call.companyId(), sale.id);
    if (sale.cancellation) {
        sale.cancellation->creditNoteId = rows[0].optionalId<CreditNoteId>(0);
    }
    readInto(sale.refunds, rows[0], 1, refundFrom);
    readInto(sale.deliveries, rows[0], 2, deliveryFrom);
}

std::optional<Sale> firstSale(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(saleFrom(rows[0]));
}

} // namespace

std::string_view toText(StockMode mode) {
    switch (mode) {
    case StockMode::Issued:
        return "issued";
    case StockMode::Reserved:
        return "reserved";
    case StockMode::None:
        break;
    }
    return "none";
}

bool fromText(std::string_view text, StockMode& to) {
    to = text == "issued" ? StockMode::Issued : text == "reserved" ? StockMode::Reserved : StockMode::None;
    return text == toText(to);
}

std::string saleColumns(SaleParts parts) {
    return columnsOf(parts, CancellingNote);
}

Sale saleFrom(const Row& row, std::uint32_t column) {
    Sale sale = Sales.read(row, column);
    std::uint32_t at = column + Sales.width();
    nameById(sale.partnerId, sale.partner);
    const std::uint32_t cancellingNote = at + Cancellations.width();
    if (!row.isNull(at)) {
        sale.cancellation = Cancellations.read(row, at);
        sale.cancellation->creditNoteId = row.optionalId<CreditNoteId>(cancellingNote);
    }
    at = cancellingNote + 1;
    readInto(sale.lines, row, at, lineFrom);
    readInto(sale.payments, row, at + 1, paymentFrom);
    readInto(sale.refunds, row, at + 2, refundFrom);
    readInto(sale.deliveries, row, at + 3, deliveryFrom);
    return sale;
}

std::optional<Sale> findSale(Call& call, SaleId id, SaleParts parts) {
    const std::string sql = "SELECT " + saleColumns(parts) + std::string(OfOne);
    return firstSale(call.db().query(sql, call.companyId(), id));
}

std::optional<Sale> findWholeSale(Call& call, SaleId id) {
    static const std::string sql =
        "SELECT " + columnsOf({.lines = true, .payments = true}, "NULL::uuid") + std::string(OfOne);
    std::optional<Sale> sale = firstSale(call.db().query(sql, call.companyId(), id));
    if (sale && mayHaveAfterwards(*sale)) {
        readAfterwards(call, *sale);
    }
    return sale;
}

Sale lockSale(Call& call, SaleId id) {
    if (IssuingSale* issuing = IssuingSale::find(id.uuid())) {
        correctFiscalStatus(call, *issuing);
        issuing->forget();
    }
    static const std::string sql = "SELECT " + saleColumns({}) + std::string(OfOne) + " FOR UPDATE";
    std::optional<Sale> sale = firstSale(call.db().query(sql, call.companyId(), id));
    if (!sale) {
        throw ApiError(404, "sale-not-found");
    }
    return *std::move(sale);
}

Sale lockWholeSale(Call& call, SaleId id) {
    lockSale(call, id);
    // A second statement, so that the parts are read after the lock is held, not as they were before the
    // wait.
    return findWholeSale(call, id).value();
}

} // namespace svc::sales

namespace svc {

using RefundLines = std::vector<sales::api::SaleRefundLine>;

Param ColumnForm<RefundLines>::write(const RefundLines& lines) {
    Json written = Json::array();
    for (const sales::api::SaleRefundLine& line : lines) {
        written.push(Json::object(
            {{"lineId", line.lineId.uuid()}, {"quantity", line.quantity}, {"amount", line.amount}}));
    }
    return written;
}

void ColumnForm<RefundLines>::read(const Row& row, std::uint32_t column, RefundLines& to) {
    const Json lines = row.json(column);
    for (const Json& line : lines.items()) {
        to.push_back({sales::LineId(Uuid::parse(line["lineId"].text()).value()),
                      line["quantity"].decimal().normalized(), line["amount"].integer()});
    }
}

} // namespace svc
