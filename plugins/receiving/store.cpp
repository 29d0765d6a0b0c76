#include "store.hpp"

#include <svc/list_search.hpp>

#include "columns.hpp"

namespace svc::receiving {
namespace {

const std::string Find = "SELECT " + SupplierInvoices.select("i") +
                         " FROM receiving.supplier_invoice i WHERE company_id = $1 AND id = $2";
const std::string Lock = Find + " FOR UPDATE";
// Held until the commit: of copies that arrive at the same time, one is the first; of copies that are
// accepted at the same time, one is accepted.
constexpr std::string_view LockArrivals =
    "SELECT pg_advisory_xact_lock(hashtextextended('receiving ' || $1::text, 0))";
constexpr std::string_view FirstCopy =
    "SELECT id FROM receiving.supplier_invoice WHERE company_id = $1 AND sha256 = $2 UNION ALL"
    " SELECT id FROM receiving.supplier_invoice WHERE company_id = $1 AND seller_key = $3 AND number = $4"
    " ORDER BY id LIMIT 1";
// A copy whose purchase is cancelled or whose expense is voided leaves the invoice open again.
constexpr std::string_view AcceptedCopy =
    "SELECT 1 FROM receiving.supplier_invoice i WHERE i.company_id = $1 AND i.id <> $2 AND i.status = 'accepted'"
    " AND (i.sha256 = $3 OR (i.seller_key = $4 AND i.number = $5 AND i.kind = $6"
    " AND date_trunc('year', i.issue_date) = date_trunc('year', $7::date)))"
    " AND (EXISTS (SELECT 1 FROM purchases.v1_purchases p WHERE p.company_id = $1 AND p.id = i.purchase_id"
    " AND p.status <> 'cancelled')"
    " OR EXISTS (SELECT 1 FROM purchases.v1_expenses e WHERE e.company_id = $1 AND e.id = i.expense_id"
    " AND e.voided_at IS NULL)) LIMIT 1";
constexpr std::string_view Decide =
    "UPDATE receiving.supplier_invoice SET status = $3, partner_id = $4, purchase_id = $5, expense_id = $6,"
    " refusal_reason = $7, refusal_code = $8, decided_at = $9, updated_at = $9, version = version + 1"
    " WHERE company_id = $1 AND id = $2";

std::optional<StoredInvoice> oneOf(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(SupplierInvoices.read(rows[0]));
}

template <class Id>
std::optional<Uuid> optionalUuid(const std::optional<Id>& id) {
    return id ? std::optional(id->uuid()) : std::nullopt;
}

} // namespace

void insertInvoice(Call& call, const StoredInvoice& invoice) {
    SupplierInvoices.insert(call, {invoice});
}

std::optional<StoredInvoice> findInvoice(Call& call, SupplierInvoiceId id) {
    return oneOf(call.db().query(Find, call.companyId(), id));
}

std::optional<StoredInvoice> lockInvoice(Call& call, SupplierInvoiceId id) {
    return oneOf(call.db().query(Lock, call.companyId(), id));
}

std::optional<SupplierInvoiceId> firstCopy(Call& call, const StoredInvoice& invoice) {
    call.db().query(LockArrivals, call.companyId());
    const Rows rows = call.db().query(FirstCopy, call.companyId(), invoice.shown.sha256, invoice.sellerKey,
                                      invoice.shown.number);
    return rows.empty() ? std::nullopt : std::optional(rows[0].id<SupplierInvoiceId>(0));
}

bool isCopyAccepted(Call& call, const StoredInvoice& invoice) {
    const api::SupplierInvoice& shown = invoice.shown;
    call.db().query(LockArrivals, call.companyId());
    return !call.db()
                .query(AcceptedCopy, call.companyId(), shown.id, shown.sha256, invoice.sellerKey,
                       shown.number, toText(shown.kind), shown.issueDate)
                .empty();
}

void updateDecision(Call& call, const api::SupplierInvoice& invoice) {
    const auto& refusal = invoice.refusal;
    call.db().send(Decide, call.companyId(), invoice.id, toText(invoice.status),
                   optionalUuid(invoice.partnerId), optionalUuid(invoice.purchaseId),
                   optionalUuid(invoice.expenseId), refusal ? std::optional(refusal->reason) : std::nullopt,
                   refusal ? refusal->reasonCode : std::nullopt, call.now());
}

InvoicePage listInvoices(Call& call, const api::ListSupplierInvoicesParameters& parameters) {
    const ListRequest list = lists::supplierInvoice(call, parameters);
    InvoicePage result;
    result.count =
        readList(call, list, SupplierInvoices.select("r"), [&](const Row& row, std::uint32_t column) {
            result.rows.push_back(SupplierInvoices.read(row, column).shown);
        }).count;
    return result;
}

} // namespace svc::receiving
