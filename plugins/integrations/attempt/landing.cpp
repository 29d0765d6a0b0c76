// Applies the provider's state of a payment or signature to the document, by the commands of its module.
#include <svc/money.hpp>

#include "attempt/flow.hpp"
#include "attempt/request.hpp"

namespace svc::integrations {
namespace {

using PaymentState = verbs::PaymentStateOutput;
using SignatureState = verbs::SignatureStateOutput;

Currency currencyOf(const Attempt& attempt) {
    return Currency::parse(attempt.currency.value()).value();
}

template <class State>
void end(Call& call, Attempt& attempt, AttemptStatus status, const State& state) {
    attempt.status = status;
    attempt.answer = jsonOf(state);
    attempt.error.reset();
    if constexpr (requires { state.error; }) {
        attempt.error = state.error;
    }
    saveAttempt(call, attempt);
}

/// The sale that is paid: the payment of a quote accepts and converts the quote, or pays the sale that it was
/// converted to meanwhile.
std::string saleOf(Call& call, const Attempt& attempt) {
    const Document& document = attempt.document;
    if (kindOf(document) == DocumentKind::Sale) {
        return document.id;
    }
    using calls::sales::QuoteStatus;
    const auto id = QuoteId::parseOrNil(document.id);
    const auto quote = calls::sales::quotesGet(call, {.id = id}).value();
    if (quote.status == QuoteStatus::Converted && quote.saleId) {
        return quote.saleId->toString();
    }
    if (quote.status == QuoteStatus::Open) {
        calls::sales::quotesAccept(
            call, {.id = id, .acceptedBy = std::string(toText(calls::sales::QuoteAcceptedBy::Customer))});
    }
    return calls::sales::quotesConvert(call, Json::object({{"id", id}}))["id"].text();
}

/// Records the fee that the provider deducted as money out of the wallet, if it has the wallet's currency.
void recordFee(Call& call, const Attempt& attempt, const PaymentState& state, const std::string& walletId) {
    const std::int64_t fee = state.fee ? state.fee->minor() : 0;
    const std::string currency(state.feeCurrency ? state.feeCurrency->code() : attempt.currency.value());
    if (fee <= 0 || !calls::treasury::offersRecord(call)) {
        return;
    }
    const auto wallet = calls::treasury::wallet(call, {.id = WalletId::parseOrNil(walletId)});
    if (!wallet || wallet->currency.code() != currency) {
        return;
    }
    calls::treasury::record(call,
                            Json::object({{"walletId", walletId},
                                          {"direction", "out"},
                                          {"amount", majorFromMinor(fee, wallet->currency)},
                                          {"category", "bank_fees"},
                                          {"reference", state.paymentId.value_or(*attempt.reference)}}));
}

/// How the document is paid, which is also the origin of the payment.
std::string methodOf(const Attempt& attempt) {
    using calls::sales::SalePaymentMethod;
    const bool link = attempt.operation == AttemptOperation::PaymentLink;
    return std::string(toText(link ? SalePaymentMethod::PaymentLink : SalePaymentMethod::MobileMoney));
}

void receive(Call& call, Attempt& attempt, const PaymentState& state) {
    const std::string method = methodOf(attempt);
    const std::int64_t amount = state.amount ? state.amount->minor() : *attempt.amount;
    const std::string walletId = attempt.request["settings"].textOr("walletId");
    calls::sales::pay(call, Json::object({{"saleId", saleOf(call, attempt)},
                                          {"amount", majorFromMinor(amount, currencyOf(attempt))},
                                          {"walletId", walletId},
                                          {"method", method},
                                          {"origin", method},
                                          {"provider", attempt.provider},
                                          {"reference", state.paymentId.value_or(*attempt.reference)}}));
    recordFee(call, attempt, state, walletId);
    end(call, attempt, AttemptStatus::Paid, state);
}

/// Why the document is not paid by this money: of a sandbox, or in another currency than was asked for.
/// Empty: it is.
std::string whyNotBooked(const Attempt& attempt, const PaymentState& state) {
    if (state.playMoney.value_or(false)) {
        return "play-money";
    }
    const bool isOther = state.currency && state.currency->code() != attempt.currency;
    return isOther ? "currency-mismatch:" + std::string(state.currency->code()) : "";
}

/// The event payment.failed names a sale: for a quote that has none yet, only its history is written.
void tellFailure(Call& call, Attempt& attempt, const PaymentState& state, AttemptStatus status) {
    const std::string method = methodOf(attempt);
    const Document& document = attempt.document;
    const auto kind = kindOf(document);
    if (kind == DocumentKind::Quote) {
        const std::string operation(toText(attempt.operation));
        call.history(document.kind, document.id, operation + '.' + std::string(toText(status)),
                     Json::array({Json::object({{"field", operation},
                                                {"from", "active"},
                                                {"to", state.error.value_or(attempt.provider)}})}));
    }
    const auto sale = kind == DocumentKind::Sale ? std::optional(SaleId::parseOrNil(document.id))
                                                 : saleOfQuote(call, attempt);
    if (sale) {
        calls::sales::paymentFailed(call, {.saleId = *sale,
                                           .amount = MinorAmount(*attempt.amount),
                                           .method = method,
                                           .origin = method,
                                           .provider = attempt.provider,
                                           .status = std::string(toText(status)),
                                           .error = state.error});
    }
    end(call, attempt, status, state);
}

/// Keeps with an open attempt since when the money is on its way, if it is.
void noteProcessing(Call& call, Attempt& attempt, bool processing) {
    if (!attempt.answer.isObject() || processing == attempt.answer.contains(ProcessingSince)) {
        return;
    }
    if (processing) {
        attempt.answer.set(ProcessingSince, call.now());
    } else {
        attempt.answer.remove(ProcessingSince);
    }
    saveAttempt(call, attempt);
}

/// What was given back of a payment at the provider.
struct Refunded {
    std::int64_t sum = 0;
    bool inPart = false; ///< something, and the provider does not tell how much
};

Refunded refundedIn(const PaymentState& state) {
    return {.sum = state.refunded ? state.refunded->minor() : 0,
            .inPart = state.partlyRefunded.value_or(false)};
}

/// Money was refunded at the provider. Only a user knows the reason, and so the credit note: the payment
/// stays, and is held. `before`: what was known of it.
void tellRefund(Call& call, Attempt& attempt, const PaymentState& state, const Refunded& before) {
    const Refunded now = refundedIn(state);
    const bool more = now.sum > before.sum;
    if (more || (now.inPart && !before.inPart)) {
        attempt.answer = jsonOf(state);
        holdAttempt(call, attempt,
                    "refunded-at-provider:" + (more ? std::to_string(now.sum) : std::string("part")));
    }
}

/// A payment that the provider does not have any more, such as a charged-back one.
void tellReversal(Call& call, Attempt& attempt, const PaymentState& state) {
    if (statusKept(attempt) != AttemptStatus::Failed) {
        attempt.answer.set("state", toText(AttemptStatus::Failed));
        holdAttempt(call, attempt, "reversed-at-provider:" + state.error.value_or("failed"));
    }
}

calls::sales::QuotesSignInput signingOf(const Attempt& attempt, const SignatureState& state) {
    calls::sales::QuotesSignInput input{.id = QuoteId::parseOrNil(attempt.document.id),
                                        .provider = attempt.provider,
                                        .documentSha256 = state.sha256};
    if (!state.signers) {
        throw Fault(attempt.provider + " does not tell who has signed");
    }
    for (const verbs::Signer& signer : *state.signers) {
        input.signers.push_back({.name = signer.name, .email = signer.email});
    }
    if (state.signedAt) {
        input.signedAt = state.signedAt;
    }
    return input;
}

} // namespace

std::optional<Instant> processingSince(const Attempt& attempt) {
    return attempt.answer.isObject() ? Instant::parse(attempt.answer.textOr(ProcessingSince)) : std::nullopt;
}

AttemptStatus statusKept(const Attempt& attempt) {
    AttemptStatus status = AttemptStatus::Open;
    fromText(attempt.answer.textOr("state"), status);
    return status;
}

std::optional<std::string> paymentIdOf(const Attempt& attempt) {
    return attempt.answer.isObject() ? attempt.answer.optionalText("paymentId") : std::nullopt;
}

bool hasMoney(const Attempt& attempt) {
    return attempt.status == AttemptStatus::Paid ||
           (attempt.state == AttemptState::Held && attempt.answer.isObject() &&
            statusKept(attempt) == AttemptStatus::Paid);
}

void landPayment(Call& call, Attempt& attempt, const verbs::PaymentStateOutput& state) {
    const AttemptStatus what = statusIn(state);
    if (hasMoney(attempt)) {
        if (what == AttemptStatus::Failed) {
            tellReversal(call, attempt, state);
        } else {
            PaymentState before;
            read(attempt.answer, bind::Place("the answer of an attempt"), before);
            tellRefund(call, attempt, state, refundedIn(before));
        }
        return;
    }
    // After a refusal the payer may try again and succeed.
    if (attempt.state != AttemptState::Done) {
        return;
    }
    if (what == AttemptStatus::Paid) {
        if (const std::string why = whyNotBooked(attempt, state); !why.empty()) {
            attempt.answer = jsonOf(state);
            holdAttempt(call, attempt, why);
            return;
        }
        receive(call, attempt, state);
        tellRefund(call, attempt, state, {});
    } else if ((what == AttemptStatus::Failed || what == AttemptStatus::Expired) &&
               attempt.status == AttemptStatus::Open) {
        tellFailure(call, attempt, state, what);
    } else if (attempt.status == AttemptStatus::Open) {
        noteProcessing(call, attempt, state.processing.value_or(false));
    }
}

bool awaitsSignature(const Attempt& attempt) {
    return attempt.operation == AttemptOperation::Signature && attempt.state == AttemptState::Done &&
           (attempt.status == AttemptStatus::Open || attempt.status == AttemptStatus::Expired);
}

bool isToldAsSigned(const Attempt& attempt) {
    return awaitsSignature(attempt) && attempt.answer.isObject() &&
           statusKept(attempt) == AttemptStatus::Signed;
}

void landSignature(Call& call, Attempt& attempt, const verbs::SignatureStateOutput& state) {
    const AttemptStatus what = statusIn(state);
    const bool late = attempt.status == AttemptStatus::Expired;
    if (!awaitsSignature(attempt) || (late && what != AttemptStatus::Signed)) {
        return;
    }
    const bool quote = kindOf(attempt.document) == DocumentKind::Quote;
    if (what == AttemptStatus::Signed) {
        if (quote) {
            calls::sales::quotesSign(call, signingOf(attempt, state));
        }
    } else if (what == AttemptStatus::Declined) {
        if (quote) {
            calls::sales::quotesDecline(
                call, {.id = QuoteId::parseOrNil(attempt.document.id),
                       .declinedBy = std::string(toText(calls::sales::QuoteDeclinedBy::Customer)),
                       .reason = state.reason});
        }
    } else if (what != AttemptStatus::Expired) {
        return;
    }
    call.history(
        attempt.document.kind, attempt.document.id, "signature." + std::string(toText(what)),
        Json::array({Json::object({{"field", "signature"},
                                   {"from", toText(late ? AttemptStatus::Expired : AttemptStatus::Sent)},
                                   {"to", attempt.provider}})}));
    end(call, attempt, what, state);
}

} // namespace svc::integrations
