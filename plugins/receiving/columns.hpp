#pragma once

#include <svc/nested_columns.hpp>

#include "store.hpp"

namespace svc::receiving {

/// A column of the invoice that combines several of its members, or holds one in another form.
template <class Value>
struct InvoiceColumn {
    using RecordType = api::SupplierInvoice;

    std::string_view name;
    Value (*of)(const api::SupplierInvoice& invoice);
    void (*take)(const Value& value, api::SupplierInvoice& to);

    template <class Note>
    void describe(const Note& note) const {
        note(std::string(name), ColumnForm<Value>::Type);
    }
    std::tuple<Param> write(const api::SupplierInvoice& invoice) const {
        return {ColumnForm<Value>::write(of(invoice))};
    }
    void read(const Row& row, std::uint32_t& at, api::SupplierInvoice& to) const {
        Value value{};
        ColumnForm<Value>::read(row, at++, value);
        take(value, to);
    }
};

inline Json detailsOf(const api::SupplierInvoice& invoice) {
    return Json::object({{"seller", invoice.seller},
                         {"taxes", invoice.taxes},
                         {"lines", invoice.lines},
                         {"findings", invoice.findings}});
}
inline void takeDetails(const Json& details, api::SupplierInvoice& to) {
    to.seller = details["seller"];
    to.taxes = details["taxes"];
    to.lines = details["lines"];
    to.findings = details["findings"];
}

inline AttachmentId attachmentOf(const api::SupplierInvoice& invoice) {
    return AttachmentId::parse(invoice.attachmentIds.at(0)).value();
}
inline void takeAttachment(const AttachmentId& id, api::SupplierInvoice& to) {
    to.attachmentIds = {id.toString()};
}

inline std::string sellerNameOf(const StoredInvoice& invoice) {
    return invoice.shown.seller["name"].text();
}
inline Instant receivedAt(const StoredInvoice& invoice) {
    return invoice.shown.receivedAt;
}

/// Written by insertInvoice(); updateDecision() writes the later decision.
inline const Table SupplierInvoices(
    "receiving.supplier_invoice",
    nestedColumnsWrittenOnce(
        &StoredInvoice::shown, column("id", &api::SupplierInvoice::id),
        column("status", &api::SupplierInvoice::status), column("source", &api::SupplierInvoice::source),
        column("syntax", &api::SupplierInvoice::syntax), column("profile", &api::SupplierInvoice::profile),
        column("number", &api::SupplierInvoice::number), column("kind", &api::SupplierInvoice::kind),
        column("issue_date", &api::SupplierInvoice::issueDate),
        column("due_date", &api::SupplierInvoice::dueDate),
        column("currency", &api::SupplierInvoice::currency),
        column("partner_id", &api::SupplierInvoice::partnerId),
        column("purchase_order_ref", &api::SupplierInvoice::purchaseOrderRef),
        column("purchase_id", &api::SupplierInvoice::purchaseId),
        column("expense_id", &api::SupplierInvoice::expenseId),
        column("subtotal", &api::SupplierInvoice::subtotal),
        column("tax_total", &api::SupplierInvoice::taxTotal), column("total", &api::SupplierInvoice::total),
        column("prepaid", &api::SupplierInvoice::prepaid), column("payable", &api::SupplierInvoice::payable),
        InvoiceColumn<Json>{"details", &detailsOf, &takeDetails},
        column("duplicate_of", &api::SupplierInvoice::duplicateOf),
        InvoiceColumn<AttachmentId>{"attachment_id", &attachmentOf, &takeAttachment},
        column("sha256", &api::SupplierInvoice::sha256),
        nestedColumns(&api::SupplierInvoice::refusal,
                      column("refusal_reason", &api::SupplierInvoiceRefusal::reason),
                      column("refusal_code", &api::SupplierInvoiceRefusal::reasonCode),
                      column("decided_at", &api::SupplierInvoiceRefusal::at)),
        column("created_at", &api::SupplierInvoice::receivedAt)),
    column("seller_key", &StoredInvoice::sellerKey), derivedColumn("seller_name", &sellerNameOf),
    column("file_name", &StoredInvoice::fileName), column("content_type", &StoredInvoice::contentType),
    derivedColumn("updated_at", &receivedAt), actorColumns("created_by", &StoredInvoice::createdBy));

} // namespace svc::receiving
