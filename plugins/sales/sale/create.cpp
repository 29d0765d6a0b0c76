#include "sale/create.hpp"

#include "document/events.hpp"
#include "sale/books.hpp"
#include "sale/builder.hpp"
#include "sale/goods.hpp"
#include "sale/input.hpp"
#include "sale/parties.hpp"
#include "sale/rules/posting.hpp"
#include "sale/rules/reference.hpp"
#include "sale/store/days.hpp"
#include "sale/store/issuing_sale.hpp"
#include "sale/store/likely_fiscal_status.hpp"
#include "sale/store/writes.hpp"
#include "sale/view.hpp"
#include "trade/balances.hpp"

namespace svc::sales {
namespace {

/// The unpaid amount must not exceed the remaining credit limit of the partner.
void checkCreditLimit(Call& call, const SaleDraft& draft) {
    const std::int64_t exposure = draft.sale.receivableBase();
    if (!draft.partner || !draft.partner->creditLimit || exposure <= 0) {
        return;
    }
    // Reads the balance again under a lock, so that two concurrent sales cannot both use the rest of the
    // limit.
    const auto partner = calls::partners::get(call, {.id = draft.partner->id, .lock = true});
    const std::int64_t limit = partner && partner->creditLimit ? partner->creditLimit->minor() : 0;
    const std::int64_t available = limit - (partner ? partner->balance.minor() : 0);
    if (exposure > available) {
        throw ApiError(400, "credit-limit",
                       {draft.partner->id.toString(), std::to_string(available > 0 ? available : 0)});
    }
}

/// The events of a creation, in the order of the table in API definitions 5.8.
void emitEvents(Call& call, const SaleDraft& draft) {
    const Sale& sale = draft.sale;
    emitSaleCreated(call, sale);
    const bool invoice = sale.kind == api::SaleKind::Invoice;
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

std::vector<GoodsQuantity> goodsOf(const Sale& sale) {
    std::vector<GoodsQuantity> goods;
    for (std::size_t i = 0; i < sale.lines.size() && sale.stockMode != StockMode::None; ++i) {
        goods.push_back({i, sale.lines[i].quantity});
    }
    return goods;
}

/// Prefetches the data that is read at the event of the sale, in the round trip that takes its number, after
/// the lock of the series.
void announce(Call& call, const Sale& sale) {
    if (calls::host::offersNumberAsk(call) && calls::compliance::offersFiscalAnnounce(call)) {
        const std::string kind(toText(sale.kind));
        calls::host::numberAsk(call,
                               {.kind = kind, .businessUnitId = sale.businessUnitId, .date = sale.date});
        calls::compliance::fiscalAnnounce(
            call, {.id = sale.id, .form = kind, .businessUnitId = sale.businessUnitId});
    }
}

/// Issues the sold goods from stock, or reserves them for the deliveries.
void moveSold(Call& call, const Sale& sale, const std::vector<GoodsQuantity>& goods) {
    if (!goods.empty()) {
        moveGoods(call, sale, sale.stockMode == StockMode::Issued ? StockMove::Issue : StockMove::Reserve,
                  goods, reasonOf(sale), sale.date, sale.locationId.value());
    }
}

} // namespace

Sale recordSale(Call& call, const api::SaleCreate& body, const SaleOrigin& origin) {
    SaleDraft draft = buildSale(call, body, Purpose::Sell, origin.checkState);
    draft.sale.id = origin.id.value_or(draft.sale.id);
    draft.sale.quoteId = origin.quoteId;
    draft.sale.recurringId = origin.recurringId;
    for (PlannedPayment& planned : draft.payments) {
        planned.payment.origin = origin.payments;
    }
    checkCreditLimit(call, draft);

    // Reads are done: from here on stock and then the number series are locked, in one round trip. Everything
    // is written before the events, so that their hooks see the whole document. The goods move last, and hot
    // rows (ledger, days, balances) at the end.
    Sale& sale = draft.sale;
    const std::vector<GoodsQuantity> goods = goodsOf(sale);
    if (!goods.empty()) {
        lockGoods(call, sale, goods, sale.locationId.value());
    }
    announce(call, sale);
    sale.number = call.takeNumber(toText(sale.kind), sale.businessUnitId.uuid(), sale.date);
    sale.paymentReference = creditorReference(sale.number);
    const Parties parties =
        partiesOf(call, draft.businessUnitName, draft.partner ? &*draft.partner : nullptr);
    const api::SaleFiscalStatus likely = likelyFiscalStatus(call, sale.kind);
    insertSale(call, sale, parties, likely);
    {
        const IssuingSale issuing(sale, parties, likely);
        postEntry(call, sale, salePosting(sale), {"sale", sale.id.toString(), sale.number, sale.date});
        for (PlannedPayment& planned : draft.payments) {
            settlePayment(call, sale, planned);
            sale.payments.push_back(planned.payment);
        }
        if (origin.beforeEvents) {
            origin.beforeEvents(sale);
        }
        emitEvents(call, draft);
        correctFiscalStatus(call, issuing);
        noteFiscalStatus(call, sale.kind, sale.fiscalStatus);
    }
    moveSold(call, sale, goods);
    trade::adjustBalance<calls::partners::adjustBalance>(call, sale.partnerId,
                                                         {.receivable = sale.receivableBase()});
    addToDay(call, sale);
    call.history("sale", sale.id.toString(), "sale.created");
    return std::move(sale);
}

Answer<201, api::Sale> createSale(Request& request, const api::SaleCreate& body) {
    const api::Sale sale = shown(request, recordSale(request, body));
    return Answer<201, api::Sale>(sale).etag(sale.version);
}

api::Sale commands::create(Call& call, const Json& input) {
    SaleOrigin origin;
    origin.id = SaleId::parse(input.textOr("id"));
    if (!fromText(input.textOr("origin", "sale"), origin.payments)) {
        throw fieldInvalid("origin");
    }
    return shown(call, recordSale(call, saleIn(input), origin));
}

api::Sale commands::preview(Call& call, const Json& input) {
    return shown(call, buildSale(call, saleIn(input)).sale);
}

} // namespace svc::sales
