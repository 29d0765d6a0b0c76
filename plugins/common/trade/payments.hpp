/// @file Payment rules shared by sales and purchases: API definitions 5.4 and 7.1. Amounts are minor units.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <svc/amount_units.hpp>
#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/error.hpp>

namespace svc::trade {

/// The error in the payments sent with a new document.
enum class PlanFault { None = 1, TotalMismatch, AboveTotal };

/// `paidInFull` requires payments that add up to the total; otherwise they may be below it, never above.
PlanFault checkPlannedPayments(std::span<const std::int64_t> amounts, std::int64_t total, bool paidInFull);

/// The usual payment method of this kind of wallet.
std::string_view defaultMethod(std::string_view walletKind);

/// A till holds cash only: with a wallet of kind `cash` every other method is refused.
bool methodFits(std::string_view method, std::string_view walletKind);

/// The payment method: as the client gives it, else the usual one for the wallet's kind. Refuses a method
/// that the kind does not accept with `field-invalid:<path>`. `Method` is an enumeration of a contract.
template <class Method, class Wallet>
Method methodFor(const Wallet& wallet, const std::optional<Method>& given, std::string_view path) {
    const std::string_view kind = toText(wallet.kind);
    Method method{};
    if (given) {
        method = *given;
    } else if (!fromText(defaultMethod(kind), method)) {
        throw Fault("no method of payment is usual for a wallet of the kind " + std::string(kind));
    }
    if (!methodFits(toText(method), kind)) {
        throw fieldInvalid(path);
    }
    return method;
}

/// Refuses an archived wallet, and a till that requires an open session and has none.
template <class Wallet>
void checkWalletState(const Wallet& wallet, std::string_view path) {
    if (wallet.archived) {
        throw fieldInvalid(path);
    }
    if (wallet.requireSession && !wallet.openSessionId) {
        throw ApiError(400, "cash-session-required");
    }
}

/// The change to give for `tendered`; nothing when it does not cover the amount.
std::optional<std::int64_t> changeOf(std::int64_t amount, std::optional<std::int64_t> tendered);

/// Units of a currency for one unit of the company's, on the day of a payment.
struct DayRates {
    Decimal document = Decimal(1); ///< of the currency of the document
    Decimal wallet = Decimal(1);   ///< of the currency of the wallet
};

/// The rates of the day of a movement. If none is recorded for the day of the document, the rate of the
/// document is used on that day, since the client may have given it. `findRate(currency)` gives the recorded
/// rate of that day, if any; `rateOf(currency)` refuses without one.
template <class Document, class FindRate, class RateOf>
DayRates dayRatesOf(const Document& document, Date date, Currency wallet, Currency base, FindRate findRate,
                    RateOf rateOf) {
    DayRates rates;
    if (document.currency != base) {
        const std::optional<Decimal> recorded = findRate(document.currency);
        rates.document = recorded                ? *recorded
                         : date == document.date ? document.exchangeRate
                                                 : rateOf(document.currency);
    }
    if (wallet != base) {
        rates.wallet = wallet == document.currency ? rates.document : rateOf(wallet);
    }
    return rates;
}

/// A payment in the currency of the wallet.
struct WalletAmounts {
    std::int64_t walletAmount = 0; ///< in minor units of the currency of the wallet
    std::int64_t walletBase = 0;   ///< the same in the currency of the company, at the rate of the day
};

/// The currencies of a payment.
struct PaymentCurrencies {
    Currency document;
    Currency wallet;
    Currency base; ///< of the company
};

/// The amount that a payment of `amount` in the document's currency moves in the wallet: `given` when the
/// client gives it, else computed from the rates of the day. Throws DocumentError when a rate is unusable.
WalletAmounts walletAmounts(std::int64_t amount, std::optional<std::int64_t> given,
                            const PaymentCurrencies& currencies, const DayRates& rates);

/// The same with `walletAmount` of a request. Refuses with `field-invalid:<path>`: a `walletAmount` that is
/// not positive, or that differs from the amount in the same currency; an unusable rate; an amount that is
/// zero in the currency of the wallet.
WalletAmounts walletAmountsOf(std::int64_t amount, const std::optional<MajorAmount>& given,
                              const PaymentCurrencies& currencies, const DayRates& rates,
                              const std::string& path);

/// A receivable or payable after its payments; members that end in Base are in the currency of the company.
struct OpenDocument {
    std::int64_t total = 0;
    std::int64_t totalBase = 0;
    std::int64_t held = 0;     ///< paid and not returned
    std::int64_t heldBase = 0; ///< the part of the claim that it settled
    std::int64_t balance = 0;  ///< still to be paid
    std::int64_t openBase = 0; ///< the same in the currency of the company
};

/// The part of the receivable or payable that a payment of `amount` settles, in the currency of the company
/// at the rate of the document. The parts of all payments add up exactly to the converted total: the last
/// payment takes the rest.
std::int64_t releasedBase(const OpenDocument& document, std::int64_t amount);

} // namespace svc::trade
