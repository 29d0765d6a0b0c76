#include "api/create_sale.hpp"

#include "api/events.hpp"
#include "api/routes.hpp"
#include "api/sale_builder.hpp"
#include "api/sale_input.hpp"
#include "api/sale_json.hpp"
#include "domain/posting.hpp"
#include "domain/reference.hpp"
#include "store/day_store.hpp"
#include "store/sale_writes.hpp"

namespace svc::sales {
namespace {

constexpr std::string_view LockCredit = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";

std::string& publicUrl() {
    static std::string url;
    return url;
}

/// What is left unpaid may not exceed what the partner may still owe.
void checkCreditLimit(Call& call, const SaleDraft& draft) {
    const std::int64_t exposure = draft.sale.totalBase - draft.sale.paidBase;
    if (!draft.partner || !draft.partner->creditLimit || exposure <= 0) {
        return;
    }
    // One sale on credit of a partner at a time, and the balance read again under that lock: two at once
    // cannot both take the last of the limit.
    call.db().query(LockCredit, Param::owning("sales.credit:" + draft.partner->id.toString()));
    const std::optional<Partner> partner = findPartner(call, draft.partner->idText);
    const std::int64_t limit = partner && partner->creditLimit ? *partner->creditLimit : 0;
    const std::int64_t available = limit - (partner ? partner->balance : 0);
    if (exposure > available) {
        throw ApiError(400, "credit-limit",
                       {draft.partner->idText, std::to_string(available > 0 ? available : 0)});
    }
}

/// Table of API definitions 5.8: the events of a creation, in the order of its rows.
void emitEvents(Call& call, const SaleDraft& draft) {
    const Sale& sale = draft.sale;
    emitSaleCreated(call, sale);
    const bool invoice = sale.kind == "invoice";
    if (invoice) {
        emitInvoiceIssued(call, sale);
    }
    for (const PlannedPayment& planned : draft.payments) {
        emitPaymentReceived(call, sale, planned.payment);
    }
    if (!invoice) {
        return;
    }
    const Payment* last = draft.payments.empty() ? nullptr : &draft.payments.back().payment;
    if (sale.balance() == 0) {
        emitInvoicePaid(call, sale, last);
    } else if (last != nullptr) {
        emitInvoicePartiallyPaid(call, sale, *last);
    }
}

} // namespace

void setPublicUrl(std::string url) {
    publicUrl() = std::move(url);
}

SaleView fullView(Call& call) {
    SaleView view;
    view.today = call.today();
    view.publicUrl = publicUrl();
    return view;
}

Sale createSale(Call& call, const Json& body, const SaleOrigin& origin) {
    const SaleInput input = readSaleInput(body);
    SaleDraft draft = buildSale(call, input, Purpose::Sale, origin.checkState);
    draft.sale.id = origin.id.value_or(draft.sale.id);
    draft.sale.quoteId = origin.quoteId;
    draft.sale.recurringId = origin.recurringId;
    checkCreditLimit(call, draft);

    // Reads are done: from here on the series of numbers is locked. Everything is written before the events,
    // so that their hooks see the whole document. The shelf comes last, and hot rows (books, days, balances)
    // at the end.
    Sale& sale = draft.sale;
    sale.number = call.takeNumber(sale.kind, sale.businessUnitId, sale.date);
    sale.paymentReference = creditorReference(sale.number);
    insertSale(call, sale);
    postEntry(call, sale, salePosting(sale), "sale", sale.id, sale.number, sale.date);
    for (PlannedPayment& planned : draft.payments) {
        settlePayment(call, sale, planned);
        sale.payments.push_back(planned.payment);
    }
    if (origin.beforeEvents) {
        origin.beforeEvents(sale);
    }
    emitEvents(call, draft);
    if (sale.stockMode != StockMode::None) {
        moveStock(call, sale, sale.stockMode == StockMode::Issued ? StockMove::Issue : StockMove::Reserve,
                  sale.date);
    }
    if (sale.partnerId) {
        adjustReceivable(call, *sale.partnerId, sale.totalBase - sale.paidBase);
    }
    addToDay(call, sale);
    call.history("sale", encodeId("sal", sale.id), "sale.created");
    return std::move(sale);
}

Response createSaleRoute(Request& request) {
    const Sale sale = createSale(request, request.body());
    return Response::json(201, saleJson(sale, fullView(request))).etag(sale.version);
}

} // namespace svc::sales
