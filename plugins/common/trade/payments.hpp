/// @file Rules of payments that sales and purchases share: API definitions 5.4 and 7.1. Amounts are minor
/// units.
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

/// What is wrong with the payments that come with a new document.
enum class PlanFault { None = 1, TotalMismatch, AboveTotal };

/// `paidInFull` wants payments that add up to the total; else they may be below it, never above.
PlanFault checkPlannedPayments(std::span<const std::int64_t> amounts, std::int64_t total, bool paidInFull);

/// How a payment through a wallet of this kind was most likely made.
std::string_view defaultMethod(std::string_view walletKind);

/// A till holds cash only: any other method with a wallet of kind `cash` is refused.
bool methodFits(std::string_view method, std::string_view walletKind);

/// How a payment through the wallet is made: as the client says, else as is usual for its kind. Refuses a
/// method that its kind does not take with `field-invalid:<path>`. `Method` is an enumeration of a contract.
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

/// Refuses an archived wallet, and a till without the open session that it requires.
template <class Wallet>
void checkWalletState(const Wallet& wallet, std::string_view path) {
    if (wallet.archived) {
        throw fieldInvalid(path);
    }
    if (wallet.requireSession && !wallet.openSessionId) {
        throw ApiError(400, "cash-session-required");
    }
}

/// What is handed back when `tendered` was given; nothing when it does not cover the amount.
std::optional<std::int64_t> changeOf(std::int64_t amount, std::optional<std::int64_t> tendered);

/// Units of a currency for one unit of the company's, on the day of a payment.
struct DayRates {
    Decimal document = Decimal(1); ///< of the currency of the document
    Decimal wallet = Decimal(1);   ///< of the currency of the wallet
};

/// The rates of the day of a movement. On the day of the document, when none is recorded, that of the
/// document: it may be the client's. `findRate(currency)` gives the recorded one of that day, if there is
/// one, and `rateOf(currency)` refuses without.
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

/// A payment seen from the wallet.
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

/// What goes through the wallet for `amount` of the document's currency: `given` when the client says so,
/// else computed from the rates of the day. Throws DocumentError when a rate is not usable.
WalletAmounts walletAmounts(std::int64_t amount, std::optional<std::int64_t> given,
                            const PaymentCurrencies& currencies, const DayRates& rates);

/// The same with `walletAmount` of a body. Refuses one that is not above zero, that differs from the amount
/// in the same currency, a rate that is not usable, and an amount that makes nothing in the currency of the
/// wallet, with `field-invalid:<path>`.
WalletAmounts walletAmountsOf(std::int64_t amount, const std::optional<MajorAmount>& given,
                              const PaymentCurrencies& currencies, const DayRates& rates,
                              const std::string& path);

/// A claim or debt as its payments have left it; those that end in Base in the currency of the company.
struct OpenDocument {
    std::int64_t total = 0;
    std::int64_t totalBase = 0;
    std::int64_t held = 0;     ///< paid and not returned
    std::int64_t heldBase = 0; ///< what that took off the claim
    std::int64_t balance = 0;  ///< still to be paid
    std::int64_t openBase = 0; ///< the same in the currency of the company
};

/// What a payment of `amount` takes off the claim or debt in the currency of the company, at the rate of the
/// document. The parts of all payments add up to exactly the converted total: the last one takes what is
/// left.
std::int64_t releasedBase(const OpenDocument& document, std::int64_t amount);

} // namespace svc::trade
