
#include "document/events.hpp"
#include "document/line_input.hpp"
#include "sale/crediting.hpp"
#include "sale/pay.hpp"
#include "sale/rules/refund_plan.hpp"
#include "sale/rules/states.hpp"
#include "sale/store/find.hpp"
#include "trade/balances.hpp"
#include "trade/rates.hpp"
#include "trade/wallets.hpp"

namespace svc::sales {
namespace {

const Payment* lastPayment(const Sale& sale) {
    for (auto payment = sale.payments.rbegin(); payment != sale.payments.rend(); ++payment) {
        if (payment->status == api::SalePaymentState::Received) {
            return &*payment;
        }
    }
    return nullptr;
}

/// The wallet that pays the refund: the named one, else that of the last payment. None when no money moves.
std::optional<Wallet> findWallet(Call& call, const Sale& sale, const std::optional<WalletId>& named,
                                 bool creditOnly) {
    std::optional<WalletId> id = named;
    if (!id) {
        const Payment* last = lastPayment(sale);
        if (creditOnly || sale.held() == 0 || last == nullptr) {
            return std::nullopt;
        }
        id = last->walletId;
    }
    return trade::requireWallet<calls::treasury::wallet>(call, id, sale.businessUnitId);
}

/// The client's method; by default that of the last payment, if it used the same wallet.
api::SalePaymentMethod methodOf(const Sale& sale, const std::optional<api::SalePaymentMethod>& given,
                                const Wallet& wallet) {
    const Payment* last = lastPayment(sale);
    const bool sameWallet = last != nullptr && last->walletId == wallet.id;
    return trade::methodFor(wallet, given || !sameWallet ? given : std::optional(last->method), "method");
}

/// The lines with quantities that have the sign of the sale's lines.
std::vector<LinePick> picksOf(const Sale& sale, const std::vector<FoundLine>& lines) {
    std::vector<LinePick> picks;
    for (const FoundLine& found : lines) {
        const SaleLine& line = sale.lines[found.line];
        const bool back = line.quantity.sign() < 0;
        const Decimal rest = line.quantity - line.quantityRefunded;
        checkRemaining(sale, found, back ? -rest : rest);
        picks.push_back({found.line, back ? -found.quantity : found.quantity});
    }
    return picks;
}

RefundPlan planOf(const Sale& sale, const std::optional<MajorAmount>& amount, bool creditOnly,
                  const std::vector<LinePick>& picks) {
    RefundPlan plan;
    if (!picks.empty()) {
        plan = refundAmount(sale, worthOf(sale, picks), creditOnly);
    } else if (amount) {
        plan = refundAmount(sale, amount->minor(sale.currency, "amount"), creditOnly);
    } else {
        plan = refundRest(sale, creditOnly);
    }
    if (plan.fault == RefundFault::NoAmount) {
        throw ApiError(400, "amount-required");
    }
    if (plan.fault == RefundFault::AboveRefundable) {
        throw ApiError(400, "amount-above-refundable");
    }
    return plan;
}

Credit creditOf(Call& call, const Sale& sale, const RefundPlan& plan, const std::vector<LinePick>& picks) {
    const Currency base = call.company().currency;
    if (!picks.empty()) {
        return creditLines(sale, picks, base);
    }
    return plan.amount == creditable(sale) ? creditRest(sale, base) : creditAmount(sale, plan.amount, base);
}

MoneyBack moneyOf(Call& call, const Sale& sale, const RefundPlan& plan, const Wallet& wallet,
                  api::SalePaymentMethod method, const Credit& credit, Date date) {
    MoneyBack money;
    money.amount = plan.money;
    money.amountBase = moneyBase(sale, plan, credit.totalBase);
    money.wallet = wallet;
    money.method = method;
    money.date = date;
    const trade::WalletAmounts amounts = trade::walletAmountsOf(
        plan.money, std::nullopt, {sale.currency, wallet.currency, call.company().currency},
        trade::ratesOf<calls::treasury::rate>(call, sale, date, wallet.currency), "walletId");
    money.walletAmount = amounts.walletAmount;
    money.walletBase = amounts.walletBase;
    return money;
}

Refund refundOf(Call& call, const Sale& sale, const RefundPlan& plan, const std::vector<LinePick>& picks,
                const CreditNote& note, const Credit& credit) {
    Refund refund;
    refund.id = call.newId<RefundId>();
    refund.kind = plan.money > 0 ? api::SaleRefundKind::Money : api::SaleRefundKind::Credit;
    refund.amount = plan.amount;
    refund.moneyReturned = plan.money;
    refund.currency = sale.currency;
    refund.date = note.date;
    refund.reason = note.reason;
    for (const LinePick& pick : picks) {
        refund.lines.push_back({sale.lines[pick.line].id, pick.quantity, worthOf(sale, {pick})});
    }
    refund.creditNote = {note.id, note.number, plan.amount, credit.tax};
    refund.createdAt = call.now();
    refund.createdBy = call.actor();
    return refund;
}

void noteMoney(Refund& refund, const MoneyBack& money, TransactionId transaction) {
    refund.moneyBase = money.amountBase;
    refund.method = toText(money.method);
    refund.walletId = money.wallet.id;
    refund.walletAmount = money.walletAmount;
    refund.walletCurrency = money.wallet.currency;
    refund.transactionId = transaction;
}

} // namespace

Answer<201, api::SaleRefundAnswer> refundSale(Request& request, const api::RefundSaleParameters& parameters,
                                              const api::SaleRefundCreate& body) {
    const bool ofNothing = body.lines && body.lines->empty();
    if (ofNothing || (body.amount && body.amount->decimal().sign() <= 0)) {
        throw ApiError(400, "amount-required");
    }
    const auto named = body.lines.value_or(std::vector<api::SaleNamedLine>());
    checkQuantities(named);
    // `walletId: null` credits without moving money; without `walletId` the wallet of the last payment pays.
    const bool creditOnly = request.body().contains("walletId") && !body.walletId;
    Sale sale = lockWholeSale(request, parameters.saleId);
    const std::vector<FoundLine> lines = findLines(request, sale, named);
    const std::optional<Wallet> wallet = findWallet(request, sale, body.walletId, creditOnly);
    if (sale.status == api::SaleStatus::Cancelled) {
        throw ApiError(400, "sale-cancelled");
    }
    if (wallet && sale.held() > 0) {
        trade::checkWalletState(*wallet, "walletId");
    }
    const Date date = followingDate(request, sale, body.date);
    const std::vector<LinePick> picks = picksOf(sale, lines);
    const RefundPlan plan = planOf(sale, body.amount, creditOnly, picks);
    if (plan.money > heldFrom(sale, date)) {
        throw fieldInvalid("date");
    }
    Credit credit = creditOf(request, sale, plan, picks);
    std::optional<MoneyBack> money;
    if (plan.money > 0) {
        money =
            moneyOf(request, sale, plan, wallet.value(), methodOf(sale, body.method, *wallet), credit, date);
    }
    if (plan.amount - plan.money == sale.balance()) {
        endClaim(credit, sale, money ? money->amountBase : 0);
    }

    const CreditNote note{.id = request.newId<CreditNoteId>(),
                          .number = request.takeNumber("credit_note", sale.businessUnitId.uuid(), date),
                          .kind = api::CreditNoteKind::Refund,
                          .date = date,
                          .reason = body.reason};
    Refund refund = refundOf(request, sale, plan, picks, note, credit);
    const std::int64_t before = sale.balance();
    const GoodsReason goods{"credit_note", note.id.toString(), note.number,
                            calls::stock::MovementReason::Return, true};
    refund.restocked = creditSale(request, sale, note, credit, body.restock.value_or(!picks.empty()), goods);
    if (money) {
        noteMoney(refund, *money, returnMoney(request, sale, *money, bookDocument(note)));
        sale.refunded += money->amount;
        sale.refundedBase += money->amountBase;
    }
    sale.paymentStatus = paymentStatusOf(sale);
    refund.sale = {sale.id,       sale.number,   sale.paymentStatus, sale.paid,
                   sale.refunded, sale.credited, sale.balance()};
    insertRefund(request, refund);
    updateCredited(request, sale);
    emitInvoiceRefunded(request, sale, refund);
    trade::adjustBalance<calls::partners::adjustBalance>(request, sale.partnerId,
                                                         {.receivable = refund.moneyBase - credit.totalBase});
    request.history(
        "sale", sale.id.toString(), "sale.refunded",
        Json::array(
            {Json::object(
                 {{"field", "credited"}, {"from", sale.credited - credit.total}, {"to", sale.credited}}),
             Json::object({{"field", "balance"}, {"from", before}, {"to", sale.balance()}})}));
    return refund;
}

} // namespace svc::sales
