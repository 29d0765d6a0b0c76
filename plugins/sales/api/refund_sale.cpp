#include <svc/amounts.hpp>
#include <svc/payments.hpp>

#include "api/crediting.hpp"
#include "api/events.hpp"
#include "api/line_input.hpp"
#include "api/neighbours.hpp"
#include "api/payments.hpp"
#include "api/routes.hpp"
#include "api/sale_json.hpp"
#include "domain/refund_plan.hpp"
#include "domain/states.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {
namespace {

/// The body of POST …/refund.
struct RefundInput {
    std::optional<Decimal> amount; ///< major units
    std::vector<NamedLine> lines;
    std::optional<std::string> walletId;
    bool creditOnly = false; ///< walletId is there and null: no money moves
    std::optional<std::string> method;
    std::optional<bool> restock;
    std::optional<std::string> reason;
};

RefundInput readRefundInput(const Json& body) {
    RefundInput input;
    input.amount = body.optionalDecimal("amount");
    if (input.amount && input.amount->sign() <= 0) {
        throw ApiError(400, "amount-required");
    }
    input.lines = readNamedLines(body);
    input.walletId = body.optionalText("walletId");
    input.creditOnly = body.contains("walletId") && !input.walletId;
    input.method = body.optionalText("method");
    input.restock = body.optionalBool("restock");
    input.reason = body.optionalText("reason");
    return input;
}

const Payment* lastPayment(const Sale& sale) {
    for (auto payment = sale.payments.rbegin(); payment != sale.payments.rend(); ++payment) {
        if (payment->status == "received") {
            return &*payment;
        }
    }
    return nullptr;
}

/// Where the money comes from: the named wallet, else that of the last payment. None when no money moves.
std::optional<Wallet> findWallet(Call& call, const Sale& sale, const RefundInput& input) {
    std::optional<std::string> id = input.walletId;
    if (!id) {
        const Payment* last = lastPayment(sale);
        if (input.creditOnly || sale.held() == 0 || last == nullptr) {
            return std::nullopt;
        }
        id = encodeId("wal", last->walletId);
    }
    return requireWallet(call, id, encodeId("bus", sale.businessUnitId), "walletId");
}

std::string methodOf(const Sale& sale, const RefundInput& input, const Wallet& wallet) {
    const Payment* last = lastPayment(sale);
    const bool sameWallet = last != nullptr && encodeId("wal", last->walletId) == wallet.id;
    const std::string method =
        input.method.value_or(sameWallet ? last->method : std::string(defaultMethod(wallet.kind)));
    if (!methodFits(method, wallet.kind)) {
        throw fieldInvalid("method");
    }
    return method;
}

/// The lines with the sign of those of the sale.
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

RefundPlan planOf(const Sale& sale, const RefundInput& input, const std::vector<LinePick>& picks) {
    RefundPlan plan;
    if (!picks.empty()) {
        plan = refundAmount(sale, worthOf(sale, picks), input.creditOnly);
    } else if (input.amount) {
        plan = refundAmount(sale, amountOf(*input.amount, sale.currency, "amount"), input.creditOnly);
    } else {
        plan = refundRest(sale, input.creditOnly);
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

MoneyBack moneyOf(Call& call, const Sale& sale, const RefundInput& input, const RefundPlan& plan,
                  const Wallet& wallet, const Credit& credit, Date date) {
    MoneyBack money;
    money.amount = plan.money;
    money.amountBase = moneyBase(sale, plan, credit.totalBase);
    money.walletId = wallet.id;
    money.wallet = wallet.facts;
    money.method = methodOf(sale, input, wallet);
    money.date = date;
    const DayRates rates = ratesOf(call, sale, date, wallet.currency);
    const WalletAmounts amounts = walletAmounts(plan.money, sale.currency, std::nullopt, wallet.currency,
                                                call.company().currency, rates);
    money.walletAmount = amounts.walletAmount;
    money.walletBase = amounts.walletBase;
    return money;
}

Refund refundOf(Call& call, const Sale& sale, const RefundPlan& plan, const std::vector<LinePick>& picks,
                const CreditNote& note, const Credit& credit) {
    Refund refund;
    refund.id = call.newUuid();
    refund.kind = plan.money > 0 ? "money" : "credit";
    refund.amount = plan.amount;
    refund.moneyReturned = plan.money;
    refund.currency = sale.currency;
    refund.date = note.date;
    refund.reason = note.reason;
    for (const LinePick& pick : picks) {
        refund.lines.push_back({sale.lines[pick.line].id, pick.quantity, worthOf(sale, {pick})});
    }
    refund.creditNoteId = note.id;
    refund.creditNoteNumber = note.number;
    refund.creditNoteTax = credit.tax;
    refund.createdAt = call.now();
    return refund;
}

void noteMoney(Refund& refund, const MoneyBack& money, const Wallet& wallet, const Uuid& transaction) {
    refund.moneyBase = money.amountBase;
    refund.method = money.method;
    refund.walletId = idOf("wal", wallet.id);
    refund.walletAmount = money.walletAmount;
    refund.walletCurrency = wallet.currency;
    refund.transactionId = transaction;
}

} // namespace

Response refundSaleRoute(Request& request) {
    const Json& body = request.body();
    const RefundInput input = readRefundInput(body);
    Sale sale = lockWholeSale(request.db(), request.companyId(), decodeId("sal", request.path("saleId")));
    const std::vector<FoundLine> lines = findLines(sale, input.lines);
    const std::optional<Wallet> wallet = findWallet(request, sale, input);
    if (sale.status == "cancelled") {
        throw ApiError(400, "sale-cancelled");
    }
    const bool mayMoveMoney = wallet && sale.held() > 0;
    if (mayMoveMoney) {
        checkWalletState(*wallet, "walletId");
    }
    const Date date = followingDate(request, sale, body);
    const std::vector<LinePick> picks = picksOf(sale, lines);
    const RefundPlan plan = planOf(sale, input, picks);
    const Credit credit = creditOf(request, sale, plan, picks);
    std::optional<MoneyBack> money;
    if (plan.money > 0) {
        money = moneyOf(request, sale, input, plan, wallet.value(), credit, date);
    }

    CreditNote note;
    note.id = request.newUuid();
    note.kind = "refund";
    note.number = request.takeNumber("credit_note", sale.businessUnitId, date);
    note.date = date;
    note.reason = input.reason;
    Refund refund = refundOf(request, sale, plan, picks, note, credit);
    const std::int64_t before = sale.balance();
    const GoodsReason goods{"credit_note", encodeId("crn", note.id), note.number, "return", true};
    refund.restocked = creditSale(request, sale, note, credit, input.restock.value_or(!picks.empty()), goods);
    if (money) {
        noteMoney(refund, *money, *wallet, returnMoney(request, sale, *money, bookDocument(note)));
        sale.refunded += money->amount;
        sale.refundedBase += money->amountBase;
    }
    sale.paymentStatus = paymentStatusOf(sale);
    insertRefund(request, sale, refund);
    updateCredited(request, sale);
    emitInvoiceRefunded(request, sale, refund);
    if (sale.partnerId) {
        adjustReceivable(request, *sale.partnerId, refund.moneyBase - credit.totalBase);
    }
    request.history(
        "sale", encodeId("sal", sale.id), "sale.refunded",
        Json::array(
            {Json::object(
                 {{"field", "credited"}, {"from", sale.credited - credit.total}, {"to", sale.credited}}),
             Json::object({{"field", "balance"}, {"from", before}, {"to", sale.balance()}})}));
    return Response::json(201, refundAnswerJson(refund, sale));
}

} // namespace svc::sales
