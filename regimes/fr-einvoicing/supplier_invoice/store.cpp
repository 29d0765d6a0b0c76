#include "supplier_invoice/store.hpp"

#include <svc/columns.hpp>

namespace svc::fr_einvoicing {
namespace {

const Table SupplierInvoices("fr_einvoicing.supplier_invoice",
                             columnWrittenOnce("supplier_invoice", &SupplierInvoice::id),
                             column("flow", &SupplierInvoice::flow),
                             column("number", &SupplierInvoice::number),
                             column("type_code", &SupplierInvoice::typeCode),
                             column("date", &SupplierInvoice::date),
                             column("seller_siren", &SupplierInvoice::sellerSiren),
                             column("seller_name", &SupplierInvoice::sellerName));
const std::string SelectSupplierInvoices = "SELECT " + SupplierInvoices.select("i") +
                                           " FROM fr_einvoicing.supplier_invoice i WHERE i.company_id = $1";
const std::string FindSupplierSql = SelectSupplierInvoices + " AND i.supplier_invoice = $2";
const std::string FindByPurchaseSql = SelectSupplierInvoices + " AND i.purchase = $2 LIMIT 1";
constexpr std::string_view KeepPurchaseSql =
    "UPDATE fr_einvoicing.supplier_invoice SET purchase = $3 WHERE company_id = $1 AND supplier_invoice = $2";

std::optional<SupplierInvoice> supplierIn(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(SupplierInvoices.read(rows[0]));
}

} // namespace

void keepSupplierInvoice(Call& call, const SupplierInvoice& invoice) {
    SupplierInvoices.insert(call, {invoice});
}

std::optional<SupplierInvoice> findSupplierInvoice(Call& call, const std::string& id) {
    return supplierIn(call.db().query(FindSupplierSql, call.companyId(), id));
}

void keepPurchase(Call& call, const std::string& invoice, const std::string& purchase) {
    call.db().send(KeepPurchaseSql, call.companyId(), invoice, purchase);
}

std::optional<SupplierInvoice> findByPurchase(Call& call, const std::string& purchase) {
    return supplierIn(call.db().query(FindByPurchaseSql, call.companyId(), purchase));
}

} // namespace svc::fr_einvoicing
