#include "sale/store/writes.hpp"

#include <utility>

#include "sale/columns.hpp"

namespace svc::sales {
namespace {

const std::string InsertSale = "INSERT INTO sales.sale (company_id, seller_seal, buyer_seal, " +
                               Sales.names() + ") SELECT $1, " + sealOf("$3") + ", " + sealOf("$4") +
                               ", n.* FROM " + Sales.rows("n");

constexpr std::string_view UpdatePaid = "UPDATE sales.sale SET paid = $3, paid_base = $4, payment_status = "
                                        "$5, version = version + 1, updated_at = $6"
                                        " WHERE company_id = $1 AND id = $2";

constexpr std::string_view UpdateFiscalStatus =
    "UPDATE sales.sale SET fiscal_status = $3, version = version + 1, updated_at = $4"
    " WHERE company_id = $1 AND id = $2";

// Does not change the version, which no client has seen yet.
constexpr std::string_view CorrectFiscalStatus =
    "UPDATE sales.sale SET fiscal_status = $3 WHERE company_id = $1 AND id = $2";

constexpr std::string_view UpdateEditable =
    "UPDATE sales.sale SET note = $3, due_date = $4, purchase_order_ref = $5, external_id = $6,"
    " version = version + 1, updated_at = $7 WHERE company_id = $1 AND id = $2";

} // namespace

void insertSale(Call& call, Sale& sale, const Parties& parties, api::SaleFiscalStatus likely) {
    const api::SaleFiscalStatus unissued = std::exchange(sale.fiscalStatus, likely);
    call.db().send(InsertSale, call.companyId(), Sales.records(std::span(&sale, 1)), parties.seller,
                   parties.buyer);
    sale.fiscalStatus = unissued;
    keepParties(call, parties);
    for (std::size_t i = 0; i < sale.lines.size(); ++i) {
        sale.lines[i].saleId = sale.id;
        sale.lines[i].position = static_cast<std::int64_t>(i);
    }
    Lines.insert(call, sale.lines);
}

void insertPayment(Call& call, const Payment& payment) {
    Payments.insert(call, {payment});
}

void updatePaid(Call& call, const Sale& sale) {
    call.db().send(UpdatePaid, call.companyId(), sale.id, sale.paid, sale.paidBase,
                   toText(sale.paymentStatus), call.now());
}

void updateFiscalStatus(Call& call, Sale& sale) {
    ++sale.version;
    sale.updatedAt = call.now();
    call.db().send(UpdateFiscalStatus, call.companyId(), sale.id, toText(sale.fiscalStatus), call.now());
}

void correctFiscalStatus(Call& call, const IssuingSale& issuing) {
    if (issuing.hasStaleStatus()) {
        const Sale& sale = issuing.sale();
        call.db().send(CorrectFiscalStatus, call.companyId(), sale.id, toText(sale.fiscalStatus));
    }
}

void updateEditable(Call& call, const Sale& sale) {
    call.db().send(UpdateEditable, call.companyId(), sale.id, sale.note, sale.dueDate, sale.purchaseOrderRef,
                   sale.externalId, call.now());
}

} // namespace svc::sales
