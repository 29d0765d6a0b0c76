// Applies the provider's state of a payment or signature to the document, by the commands of its module.
#include <svc/money.hpp>

#include "attempt/flow.hpp"

namespace svc::integrations {
namespace {

Currency currencyOf(const Attempt& attempt) {
    return Currency::parse(attempt.currency.value()).value();
}

void end(Call& call, Attempt& attempt, AttemptStatus status, const Json& state) {
    attempt.status = status;
    attempt.answer = state;
    attempt.error = state.optionalText("error");
    saveAttempt(call, attempt);
}

/// The sale that is paid: the payment of a quote accepts and converts the quote.
std::string saleOf(Call& call, const Attempt& attempt) {
    const Document& document = attempt.document;
    if (kindOf(document) == DocumentKind::Sale) {
        return document.id;
    }
    const auto id = idOf<QuoteId>(document.id);
    if (calls::sales::quotesGet(call, {.id = id}).value().status == calls::sales::QuoteStatus::Open) {
        calls::sales::quotesAccept(
            call, {.id = id, .acceptedBy = std::string(toText(calls::sales::QuoteAcceptedBy::Customer))});
    }
    return calls::sales::quotesConvert(call, Json::object({{"id", id}}))["id"].text();
}

/// Records the fee that the provider deducted as money out of the wallet, if it has the wallet's currency.
void recordFee(Call& call, const Attempt& attempt, const Json& state, const std::string& walletId) {
    const std::int64_t fee = state.optionalInteger("fee").value_or(0);
    const std::string currency = state.textOr("feeCurrency", attempt.currency.value());
    if (fee <= 0 || !calls::treasury::offersRecord(call)) {
        return;
    }
    const auto wallet = calls::treasury::wallet(call, {.id = idOf<WalletId>(walletId)});
    if (!wallet || wallet->currency.code() != currency) {
        return;
    }
    calls::treasury::record(call,
                            Json::object({{"walletId", walletId},
                                          {"direction", "out"},
                                          {"amount", majorFromMinor(fee, wallet->currency)},
                                          {"category", "bank_fees"},
                                          {"reference", state.textOr("paymentId", *attempt.reference)}}));
}

/// How the document is paid, which is also the origin of the payment.
std::string methodOf(const Attempt& attempt) {
    using calls::sales::SalePaymentMethod;
    const bool link = attempt.operation == AttemptOperation::PaymentLink;
    return std::string(toText(link ? SalePaymentMethod::PaymentLink : SalePaymentMethod::MobileMoney));
}

void receive(Call& call, Attempt& attempt, const Json& state) {
    const std::string method = methodOf(attempt);
    const std::int64_t amount = state.optionalInteger("amount").value_or(*attempt.amount);
    const std::string walletId = attempt.request["settings"].textOr("walletId");
    calls::sales::pay(call, Json::object({{"saleId", saleOf(call, attempt)},
                                          {"amount", majorFromMinor(amount, currencyOf(attempt))},
                                          {"walletId", walletId},
                                          {"method", method},
                                          {"origin", method},
                                          {"provider", attempt.provider},
                                          {"reference", state.textOr("paymentId", *attempt.reference)}}));
    recordFee(call, attempt, state, walletId);
    end(call, attempt, AttemptStatus::Paid, state);
}

/// The currency in which the provider reports the payment, if it is not the requested one.
std::optional<std::string> otherCurrency(const Attempt& attempt, const Json& state) {
    auto told = state.optionalText("currency");
    return told && told != attempt.currency ? std::move(told) : std::nullopt;
}

/// The event payment.failed names a sale: for a quote that has none yet, only its history is written.
void tellFailure(Call& call, Attempt& attempt, const Json& state, AttemptStatus status) {
    const std::string method = methodOf(attempt);
    const Document& document = attempt.document;
    const auto kind = kindOf(document);
    if (kind == DocumentKind::Quote) {
        const std::string operation(toText(attempt.operation));
        call.history(document.kind, document.id, operation + '.' + std::string(toText(status)),
                     Json::array({Json::object({{"field", operation},
                                                {"from", "active"},
                                                {"to", state.textOr("error", attempt.provider)}})}));
    }
    const auto sale =
        kind == DocumentKind::Sale ? std::optional(idOf<SaleId>(document.id)) : saleOfQuote(call, attempt);
    if (sale) {
        calls::sales::paymentFailed(call, {.saleId = *sale,
                                           .amount = MinorAmount(*attempt.amount),
                                           .method = method,
                                           .origin = method,
                                           .provider = attempt.provider,
                                           .status = std::string(toText(status)),
                                           .error = state.optionalText("error")});
    }
    end(call, attempt, status, state);
}

/// Money was refunded at the provider. Only a user knows the reason, and so the credit note: the payment
/// stays, and is held. `before`: the previously known state.
void tellRefund(Call& call, Attempt& attempt, const Json& state, const Json& before) {
    const auto sum = [](const Json& told) {
        return told.isObject() ? told.optionalInteger("refunded").value_or(0) : 0;
    };
    const auto inPart = [](const Json& told) {
        return told.isObject() && told["partlyRefunded"].isBoolean() && told["partlyRefunded"].boolean();
    };
    const bool more = sum(state) > sum(before);
    if (more || (inPart(state) && !inPart(before))) {
        attempt.answer = state;
        holdAttempt(call, attempt,
                    "refunded-at-provider:" + (more ? std::to_string(sum(state)) : std::string("part")));
    }
}

/// A payment that the provider does not have any more, such as a charged-back one.
void tellReversal(Call& call, Attempt& attempt, const Json& state) {
    if (statusIn(attempt.answer) != AttemptStatus::Failed) {
        attempt.answer.set("state", toText(AttemptStatus::Failed));
        holdAttempt(call, attempt, "reversed-at-provider:" + state.textOr("error", "failed"));
    }
}

calls::sales::QuotesSignInput signingOf(const Attempt& attempt, const Json& state) {
    calls::sales::QuotesSignInput input{.id = idOf<QuoteId>(attempt.document.id),
                                        .provider = attempt.provider,
                                        .documentSha256 = state.optionalText("sha256")};
    const bind::Place place("state of a signature");
    bind::required(state, place, "signers", input.signers);
    bind::optional(state, place, "signedAt", input.signedAt);
    return input;
}

} // namespace

AttemptStatus statusIn(const Json& state) {
    AttemptStatus status = AttemptStatus::Open;
    fromText(state.textOr("state"), status);
    return status;
}

void landPayment(Call& call, Attempt& attempt, const Json& state) {
    const AttemptStatus what = statusIn(state);
    if (attempt.status == AttemptStatus::Paid) {
        if (what == AttemptStatus::Failed) {
            tellReversal(call, attempt, state);
        } else {
            tellRefund(call, attempt, state, attempt.answer);
        }
        return;
    }
    // After a refusal the payer may try again and succeed.
    if (attempt.state != AttemptState::Done) {
        return;
    }
    if (what == AttemptStatus::Paid) {
        if (const auto currency = otherCurrency(attempt, state)) {
            attempt.answer = state;
            holdAttempt(call, attempt, "currency-mismatch:" + *currency);
            return;
        }
        receive(call, attempt, state);
        tellRefund(call, attempt, state, nullptr);
    } else if ((what == AttemptStatus::Failed || what == AttemptStatus::Expired) &&
               attempt.status == AttemptStatus::Open) {
        tellFailure(call, attempt, state, what);
    }
}

bool awaitsSignature(const Attempt& attempt) {
    return attempt.operation == AttemptOperation::Signature && attempt.state == AttemptState::Done &&
           (attempt.status == AttemptStatus::Open || attempt.status == AttemptStatus::Expired);
}

bool isToldAsSigned(const Attempt& attempt) {
    return awaitsSignature(attempt) && attempt.answer.isObject() &&
           statusIn(attempt.answer) == AttemptStatus::Signed;
}

void landSignature(Call& call, Attempt& attempt, const Json& state) {
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
                call, {.id = idOf<QuoteId>(attempt.document.id),
                       .declinedBy = std::string(toText(calls::sales::QuoteDeclinedBy::Customer)),
                       .reason = state.optionalText("reason")});
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
