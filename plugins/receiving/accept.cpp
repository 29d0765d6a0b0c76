#include "receive.hpp"
#include "rules/purchasing.hpp"

namespace svc::receiving {
namespace {

std::optional<std::string> textOf(const std::optional<PartnerId>& id) {
    return id ? std::optional(id->toString()) : std::nullopt;
}

Json purchaseOf(Call& call, PurchaseId id) {
    Json purchase = calls::purchases::get(call, {.id = id});
    if (purchase.isNull()) {
        throw ApiError(404, "purchase-not-found");
    }
    return purchase;
}

bool isCancelled(const Json& purchase) {
    return purchase.textOr("status") == "cancelled";
}

/// Requires that the invoice can belong to the purchase: it stands, in the same currency, with the same
/// supplier.
void checkMatch(const Json& purchase, const api::SupplierInvoice& invoice) {
    if (isCancelled(purchase)) {
        throw ApiError(400, "purchase-cancelled");
    }
    if (purchase.textOr("currency") != invoice.currency.code() ||
        (invoice.partnerId && PartnerId::parse(purchase.textOr("partnerId")) != invoice.partnerId)) {
        throw fieldInvalid("purchaseId");
    }
}

class Acceptance {
public:
    Acceptance(Request& request, StoredInvoice& stored, const api::SupplierInvoiceAccept& body)
        : request_(request), stored_(stored), invoice_(stored.shown), body_(body) {}

    api::AcceptedSupplierInvoice run() {
        if (body_.partnerId) {
            // An unknown partner is refused before anything is written.
            if (calls::partners::get(request_, {.id = *body_.partnerId}) == std::nullopt) {
                throw ApiError(404, "partner-not-found");
            }
            if (invoice_.partnerId != body_.partnerId) {
                invoice_.purchaseId.reset();
            }
            invoice_.partnerId = body_.partnerId;
        }
        if (isCopyAccepted(request_, stored_)) {
            throw ApiError(400, "already-exists", {"supplierReference"});
        }
        api::AcceptedSupplierInvoice answer{};
        if (body_.as == api::SupplierInvoiceAcceptAs::Purchase) {
            answer.purchase = purchase();
        } else {
            answer.expense = expense();
        }
        invoice_.status = api::SupplierInvoiceStatus::Accepted;
        updateDecision(request_, invoice_);
        request_.history("supplier_invoice", invoice_.id.toString(), "supplier_invoice.accepted");
        tellSource(request_, invoice_);
        answer.supplierInvoice = invoice_;
        return answer;
    }

private:
    Json purchase() {
        if (body_.purchaseId) {
            invoice_.purchaseId = body_.purchaseId;
        } else if (invoice_.purchaseId && isCancelled(purchaseOf(request_, *invoice_.purchaseId))) {
            // The order that was found when the invoice arrived has been cancelled since.
            invoice_.purchaseId.reset();
        }
        Json purchase;
        if (invoice_.purchaseId) {
            purchase = purchaseOf(request_, *invoice_.purchaseId);
            checkMatch(purchase, invoice_);
        } else {
            if (!invoice_.partnerId) {
                throw ApiError(400, "partner-required");
            }
            if (invoice_.kind == api::SupplierInvoiceKind::CreditNote) {
                throw fieldInvalid("as");
            }
            const auto whole = purchaseBody(readStored(request_, stored_).invoice,
                                            invoice_.partnerId->toString(), request_.today(), body_.date);
            if (!whole) {
                throw fieldInvalid("as");
            }
            purchase = calls::purchases::create(request_, *whole);
            invoice_.purchaseId = PurchaseId::parse(purchase.textOr("id"));
        }
        if (!invoice_.partnerId) {
            invoice_.partnerId = PartnerId::parse(purchase.textOr("partnerId"));
        }
        return purchase;
    }

    Json expense() {
        const auto whole = invoice_.kind == api::SupplierInvoiceKind::CreditNote
                               ? std::nullopt
                               : expenseBody(readStored(request_, stored_).invoice,
                                             textOf(invoice_.partnerId), request_.today(), body_.date);
        if (!whole) {
            throw fieldInvalid("as");
        }
        Json given = *whole;
        given.set("currency", invoice_.currency.code());
        given.set("category", body_.category);
        given.set("walletId", body_.walletId ? Json(body_.walletId->toString()) : Json(nullptr));
        invoice_.purchaseId.reset();
        Json expense = calls::purchases::recordExpense(request_, given);
        invoice_.expenseId = ExpenseId::parse(expense.textOr("id"));
        return expense;
    }

    Request& request_;
    StoredInvoice& stored_;
    api::SupplierInvoice& invoice_;
    const api::SupplierInvoiceAccept& body_;
};

} // namespace

Answer<200, api::AcceptedSupplierInvoice>
acceptSupplierInvoice(Request& request, const api::AcceptSupplierInvoiceParameters& parameters,
                      const api::SupplierInvoiceAccept& body) {
    StoredInvoice found = requireInvoice(lockInvoice(request, parameters.supplierInvoiceId));
    if (found.shown.status != api::SupplierInvoiceStatus::Received) {
        throw ApiError(400, "supplier-invoice-final");
    }
    return Acceptance(request, found, body).run();
}

} // namespace svc::receiving
