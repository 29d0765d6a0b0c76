#include "api/payments.hpp"

#include <svc/amounts.hpp>
#include <svc/http.hpp>
#include <svc/payments.hpp>
#include <svc/tax.hpp>

#include "api/books.hpp"
#include "api/events.hpp"
#include "api/routes.hpp"
#include "api/sale_json.hpp"
#include "domain/states.hpp"
#include "store/sale_store.hpp"
#include "store/sale_writes.hpp"

namespace svc::sales {
namespace {

std::optional<std::int64_t> optionalAmount(const std::optional<Decimal>& major, Currency currency,
                                           const std::string& path) {
    return major ? std::optional(amountOf(*major, currency, path)) : std::nullopt;
}

} // namespace

DayRates ratesOf(Call& call, const Sale& sale, Date date, Currency wallet) {
    DayRates rates;
    const Currency base = call.company().currency;
    if (sale.currency != base) {
        // The rate of the day, also on the day of the sale; a sale whose rate nobody recorded knows its own.
        const auto recorded = findRate(call, sale.currency, date);
        rates.document = recorded            ? *recorded
                         : date == sale.date ? sale.exchangeRate
                                             : rateOf(call, sale.currency, date);
    }
    if (wallet != base) {
        rates.wallet = wallet == sale.currency ? rates.document : rateOf(call, wallet, date);
    }
    return rates;
}

PlannedPayment planPayment(Call& call, const Sale& sale, const PaymentInput& input, const Wallet& wallet,
                           const std::string& path) {
    PlannedPayment planned;
    Payment& payment = planned.payment;
    payment.date = input.date.value_or(call.today());
    call.checkDate(payment.date, path + "date");

    const Currency base = call.company().currency;
    const DayRates rates = ratesOf(call, sale, payment.date, wallet.currency);
    payment.amount = amountOf(input.amount, sale.currency, path + "amount");
    if (payment.amount > sale.balance()) {
        throw ApiError(400, "amount-above-outstanding");
    }
    payment.method = input.method.value_or(std::string(defaultMethod(wallet.kind)));
    if (!methodFits(payment.method, wallet.kind)) {
        throw fieldInvalid(path + "method");
    }
    payment.tendered = optionalAmount(input.tendered, sale.currency, path + "tendered");
    const std::optional<std::int64_t> change = changeOf(payment.amount, payment.tendered);
    if (!change) {
        throw fieldInvalid(path + "tendered");
    }
    const std::optional<std::int64_t> given =
        optionalAmount(input.walletAmount, wallet.currency, path + "walletAmount");
    const bool sameCurrency = wallet.currency == sale.currency;
    if (given && (*given <= 0 || (sameCurrency && *given != payment.amount))) {
        throw fieldInvalid(path + "walletAmount");
    }
    try {
        const WalletAmounts amounts =
            walletAmounts(payment.amount, sale.currency, given, wallet.currency, base, rates);
        payment.walletAmount = amounts.walletAmount;
        planned.walletBase = amounts.walletBase;
    } catch (const DocumentError&) {
        throw fieldInvalid(path + "walletAmount");
    }

    planned.wallet = wallet.facts;
    payment.id = call.newUuid();
    payment.change = *change;
    payment.amountBase = releasedBase(sale, payment.amount);
    payment.currency = sale.currency;
    payment.walletId = idOf("wal", wallet.id);
    payment.walletCurrency = wallet.currency;
    payment.reference = input.reference;
    payment.note = input.note;
    payment.createdAt = call.now();
    return planned;
}

void applyPayment(Sale& sale, const Payment& payment) {
    sale.paid += payment.amount;
    sale.paidBase += payment.amountBase;
    sale.paymentStatus = paymentStatusOf(sale);
}

void settlePayment(Call& call, const Sale& sale, PlannedPayment& planned) {
    planned.payment.transactionId =
        receivePayment(call, sale, planned.payment, planned.walletBase, planned.wallet);
    insertPayment(call, sale, planned.payment);
}

Json recordPayment(Call& call, std::string_view saleId, const Json& body, std::string_view origin,
                   std::optional<std::string> provider) {
    const PaymentInput input = readSalePayment(body);
    if (!isPaymentOrigin(origin)) {
        throw fieldInvalid("origin");
    }
    if (input.method && !isPaymentMethod(*input.method)) {
        throw fieldInvalid("method");
    }
    const std::optional<Uuid> id = decodeId("sal", saleId);
    // Locked until the commit: payments of one sale follow each other, and each sees the balance that is
    // left.
    std::optional<Sale> found = id ? lockSale(call.db(), call.companyId(), *id) : std::nullopt;
    if (!found) {
        throw ApiError(404, "sale-not-found");
    }
    Sale& sale = *found;
    const Wallet wallet =
        requireWallet(call, input.walletId, encodeId("bus", sale.businessUnitId), "walletId");
    if (sale.status == "cancelled") {
        throw ApiError(400, "sale-cancelled");
    }
    checkWalletState(wallet, "walletId");

    PlannedPayment planned = planPayment(call, sale, input, wallet, "");
    planned.payment.origin = origin;
    planned.payment.provider = std::move(provider);
    const std::int64_t before = sale.balance();
    applyPayment(sale, planned.payment);
    updatePaid(call, sale);
    settlePayment(call, sale, planned);
    emitPaymentReceived(call, sale, planned.payment);
    if (sale.balance() == 0) {
        emitInvoicePaid(call, sale, &planned.payment);
    } else {
        emitInvoicePartiallyPaid(call, sale, planned.payment);
    }
    if (sale.partnerId) {
        adjustReceivable(call, *sale.partnerId, -planned.payment.amountBase);
    }
    call.history(
        "sale", encodeId("sal", sale.id), "payment.recorded",
        Json::array({Json::object({{"field", "balance"}, {"from", before}, {"to", sale.balance()}})}));
    return paymentAnswerJson(planned.payment, sale);
}

Response createPaymentRoute(Request& request) {
    return Response::json(201, recordPayment(request, request.path("saleId"), request.body(), "sale"));
}

} // namespace svc::sales
