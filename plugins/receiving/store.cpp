#include "store.hpp"

#include <svc/list_search.hpp>

namespace svc::receiving {
namespace {

constexpr std::string_view Columns = "row_to_json(i)";
constexpr std::string_view Insert =
    "INSERT INTO receiving.supplier_invoice"
    " SELECT r.* FROM json_populate_record(NULL::receiving.supplier_invoice, $1::json) r";
constexpr std::string_view Find = "SELECT row_to_json(i) FROM receiving.supplier_invoice i"
                                  " WHERE company_id = $1 AND id = $2";
constexpr std::string_view Lock = "SELECT row_to_json(i) FROM receiving.supplier_invoice i"
                                  " WHERE company_id = $1 AND id = $2 FOR UPDATE";
constexpr std::string_view FirstCopy =
    "SELECT id FROM receiving.supplier_invoice WHERE company_id = $1 AND sha256 = $2 UNION ALL"
    " SELECT id FROM receiving.supplier_invoice WHERE company_id = $1 AND seller_key = $3 AND number = $4"
    " ORDER BY id LIMIT 1";
constexpr std::string_view Decide =
    "UPDATE receiving.supplier_invoice SET status = $3, partner_id = $4, purchase_id = $5, expense_id = $6,"
    " refusal_reason = $7, refusal_code = $8, decided_at = $9, updated_at = $9, version = version + 1"
    " WHERE company_id = $1 AND id = $2";

std::optional<std::string> textOf(const Json& row, std::string_view name) {
    const Json& value = row[name];
    return value.isNull() ? std::nullopt : std::optional(value.text());
}
template <class Value>
std::optional<Value> valueOf(const Json& row, std::string_view name) {
    const auto text = textOf(row, name);
    return text ? Value::parse(*text) : std::nullopt;
}
template <class Kind>
std::optional<Kind> idOf(const Json& row, std::string_view name) {
    const auto uuid = valueOf<Uuid>(row, name);
    return uuid ? std::optional(Kind(*uuid)) : std::nullopt;
}
template <class Enum>
Enum enumOf(const Json& row, std::string_view name) {
    Enum value{};
    if (!fromText(row[name].text(), value)) {
        throw Fault("column " + std::string(name) + " holds the unknown state " + row[name].text());
    }
    return value;
}

StoredInvoice invoiceFrom(const Json& row) {
    const Json& details = row["details"];
    api::SupplierInvoice shown{.id = idOf<SupplierInvoiceId>(row, "id").value(),
                               .status = enumOf<api::SupplierInvoiceStatus>(row, "status"),
                               .source = row["source"].text(),
                               .syntax = enumOf<api::SupplierInvoiceSyntax>(row, "syntax"),
                               .profile = row["profile"].text(),
                               .number = row["number"].text(),
                               .kind = enumOf<api::SupplierInvoiceKind>(row, "kind"),
                               .issueDate = valueOf<Date>(row, "issue_date").value(),
                               .dueDate = valueOf<Date>(row, "due_date"),
                               .currency = valueOf<Currency>(row, "currency").value(),
                               .seller = details["seller"],
                               .partnerId = idOf<PartnerId>(row, "partner_id"),
                               .purchaseOrderRef = textOf(row, "purchase_order_ref"),
                               .purchaseId = idOf<PurchaseId>(row, "purchase_id"),
                               .expenseId = idOf<ExpenseId>(row, "expense_id"),
                               .subtotal = MinorAmount(row["subtotal"].integer()),
                               .taxTotal = MinorAmount(row["tax_total"].integer()),
                               .total = MinorAmount(row["total"].integer()),
                               .prepaid = MinorAmount(row["prepaid"].integer()),
                               .payable = MinorAmount(row["payable"].integer()),
                               .taxes = details["taxes"],
                               .lines = details["lines"],
                               .findings = details["findings"],
                               .duplicateOf = idOf<SupplierInvoiceId>(row, "duplicate_of"),
                               .attachmentIds = {idOf<AttachmentId>(row, "attachment_id").value().toString()},
                               .sha256 = row["sha256"].text(),
                               .refusal = std::nullopt,
                               .receivedAt = valueOf<Instant>(row, "created_at").value()};
    if (const auto reason = textOf(row, "refusal_reason")) {
        shown.refusal = api::SupplierInvoiceRefusal{.reason = *reason,
                                                    .reasonCode = textOf(row, "refusal_code"),
                                                    .at = valueOf<Instant>(row, "decided_at").value()};
    }
    return {std::move(shown), row["file_name"].text(), row["content_type"].text(), {}};
}

std::optional<StoredInvoice> oneOf(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(invoiceFrom(rows[0].json(0)));
}

template <class Id>
Json uuidOf(const std::optional<Id>& id) {
    return id ? Json(id->uuid()) : Json(nullptr);
}
template <class Id>
std::optional<Uuid> optionalUuid(const std::optional<Id>& id) {
    return id ? std::optional(id->uuid()) : std::nullopt;
}

} // namespace

void insertInvoice(Call& call, const StoredInvoice& invoice) {
    const api::SupplierInvoice& shown = invoice.shown;
    const Actor actor = call.actor();
    const auto kind = actor.kindText();
    const auto attachment = AttachmentId::parse(shown.attachmentIds.at(0));
    const Json row = Json::object({{"company_id", call.companyId()},
                                   {"id", shown.id.uuid()},
                                   {"status", toText(shown.status)},
                                   {"source", shown.source},
                                   {"syntax", toText(shown.syntax)},
                                   {"profile", shown.profile},
                                   {"number", shown.number},
                                   {"kind", toText(shown.kind)},
                                   {"issue_date", shown.issueDate},
                                   {"due_date", shown.dueDate},
                                   {"currency", shown.currency.code()},
                                   {"seller_key", invoice.sellerKey},
                                   {"seller_name", shown.seller["name"]},
                                   {"partner_id", uuidOf(shown.partnerId)},
                                   {"purchase_order_ref", shown.purchaseOrderRef},
                                   {"purchase_id", uuidOf(shown.purchaseId)},
                                   {"subtotal", shown.subtotal.minor()},
                                   {"tax_total", shown.taxTotal.minor()},
                                   {"total", shown.total.minor()},
                                   {"prepaid", shown.prepaid.minor()},
                                   {"payable", shown.payable.minor()},
                                   {"details", Json::object({{"seller", shown.seller},
                                                             {"taxes", shown.taxes},
                                                             {"lines", shown.lines},
                                                             {"findings", shown.findings}})},
                                   {"duplicate_of", uuidOf(shown.duplicateOf)},
                                   {"attachment_id", attachment.value().uuid()},
                                   {"file_name", invoice.fileName},
                                   {"content_type", invoice.contentType},
                                   {"sha256", shown.sha256},
                                   {"version", 1},
                                   {"created_at", shown.receivedAt},
                                   {"updated_at", shown.receivedAt},
                                   {"created_by_kind", kind ? Json(*kind) : Json(nullptr)},
                                   {"created_by_id", actor.optionalId()}});
    call.db().send(Insert, row.dump());
}

std::optional<StoredInvoice> findInvoice(Call& call, SupplierInvoiceId id) {
    return oneOf(call.db().query(Find, call.companyId(), id));
}

std::optional<StoredInvoice> lockInvoice(Call& call, SupplierInvoiceId id) {
    return oneOf(call.db().query(Lock, call.companyId(), id));
}

std::optional<SupplierInvoiceId> firstCopy(Call& call, const StoredInvoice& invoice) {
    const Rows rows = call.db().query(FirstCopy, call.companyId(), invoice.shown.sha256, invoice.sellerKey,
                                      invoice.shown.number);
    return rows.empty() ? std::nullopt : std::optional(rows[0].id<SupplierInvoiceId>(0));
}

void updateDecision(Call& call, const api::SupplierInvoice& invoice) {
    const auto& refusal = invoice.refusal;
    call.db().send(Decide, call.companyId(), invoice.id, toText(invoice.status),
                   optionalUuid(invoice.partnerId), optionalUuid(invoice.purchaseId),
                   optionalUuid(invoice.expenseId), refusal ? std::optional(refusal->reason) : std::nullopt,
                   refusal ? refusal->reasonCode : std::nullopt, call.now());
}

InvoicePage listInvoices(Call& call, const InvoiceFilter& filter, const ArrayPage& page) {
    ListRequest request{"receiving.supplier_invoice", "receiving.supplier_invoice", "i",
                        ListParams(call.companyId())};
    ListParams& params = request.params;
    request.where = params.bound("i.issue_date >=", filter.from) + params.bound("i.issue_date <=", filter.to);
    request.where += params.among("i.status", filter.status);
    if (filter.partners) {
        std::vector<Uuid> ids;
        for (const PartnerId& id : *filter.partners) {
            ids.push_back(id.uuid());
        }
        request.where += params.among("i.partner_id", std::optional(std::move(ids)));
    }
    request.order = " ORDER BY i.issue_date DESC, i.id DESC";
    request.limit = page.limit;
    request.offset = page.offset;
    request.text = filter.text;
    InvoicePage result;
    result.count = readList(call, request, std::string(Columns), [&](const Row& row, std::uint32_t column) {
                       result.rows.push_back(invoiceFrom(row.json(column)).shown);
                   }).count;
    return result;
}

} // namespace svc::receiving
