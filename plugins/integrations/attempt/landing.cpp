// Applies the provider's state of a payment or signature to the document, by the commands of its module.
#include <svc/money.hpp>

#include "attempt/flow.hpp"

namespace svc::integrations {
namespace {

Currency currencyOf(const Attempt& attempt) {
    return Currency::parse(attempt.currency.value()).value();
}

/// The status according to the provider's state; open when that is not final.
AttemptStatus statusIn(const Json& state) {
    AttemptStatus status = AttemptStatus::Open;
    fromText(state.textOr("state"), status);
    return status;
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
    if (document.kind == "sale") {
        return document.id;
    }
    const Json input = Json::object({{"id", document.id}});
    const Json quote = call.command("quotes.get", input);
    if (quote["status"].text() == "open") {
        call.command("quotes.accept", Json::object({{"id", document.id}, {"acceptedBy", "customer"}}));
    }
    return call.command("quotes.convert", input)["id"].text();
}

/// Records the fee that the provider deducted as money out of the wallet, if it has the wallet's currency.
void recordFee(Call& call, const Attempt& attempt, const Json& state, const std::string& walletId) {
    const std::int64_t fee = state.optionalInteger("fee").value_or(0);
    const std::string currency = state.textOr("feeCurrency", attempt.currency.value());
    if (fee <= 0 || !call.offers("treasury.record")) {
        return;
    }
    const Json wallet = call.command("treasury.wallet", Json::object({{"id", walletId}}));
    if (wallet.textOr("currency") != currency) {
        return;
    }
    call.command("treasury.record",
                 Json::object({{"walletId", walletId},
                               {"direction", "out"},
                               {"amount", majorFromMinor(fee, Currency::parse(currency).value())},
                               {"category", "bank_fees"},
                               {"reference", state.textOr("paymentId", *attempt.reference)}}));
}

void receive(Call& call, Attempt& attempt, const Json& state) {
    const bool link = attempt.operation == "payment_link";
    const std::int64_t amount = state.optionalInteger("amount").value_or(*attempt.amount);
    const std::string walletId = attempt.request["settings"].textOr("walletId");
    call.command("sales.pay", Json::object({{"saleId", saleOf(call, attempt)},
                                            {"amount", majorFromMinor(amount, currencyOf(attempt))},
                                            {"walletId", walletId},
                                            {"method", link ? "payment_link" : "mobile_money"},
                                            {"origin", link ? "payment_link" : "mobile_money"},
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
    const bool link = attempt.operation == "payment_link";
    const Document& document = attempt.document;
    if (document.kind == "quote") {
        call.history(document.kind, document.id, attempt.operation + '.' + std::string(toText(status)),
                     Json::array({Json::object({{"field", attempt.operation},
                                                {"from", "active"},
                                                {"to", state.textOr("error", attempt.provider)}})}));
    }
    const auto sale = document.kind == "sale" ? std::optional(document.id) : saleOfQuote(call, attempt);
    if (sale) {
        call.command("sales.payment_failed", Json::object({{"saleId", *sale},
                                                           {"amount", *attempt.amount},
                                                           {"method", link ? "payment_link" : "mobile_money"},
                                                           {"origin", link ? "payment_link" : "mobile_money"},
                                                           {"provider", attempt.provider},
                                                           {"status", toText(status)},
                                                           {"error", state.optionalText("error")}}));
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
    if (attempt.answer.textOr("state") != "failed") {
        attempt.answer.set("state", "failed");
        holdAttempt(call, attempt, "reversed-at-provider:" + state.textOr("error", "failed"));
    }
}

} // namespace

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
    return attempt.operation == "signature" && attempt.state == AttemptState::Done &&
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
    const bool quote = attempt.document.kind == "quote";
    if (what == AttemptStatus::Signed) {
        if (quote) {
            call.command("quotes.sign", Json::object({{"id", attempt.document.id},
                                                      {"provider", attempt.provider},
                                                      {"signers", state["signers"]},
                                                      {"documentSha256", state["sha256"]},
                                                      {"signedAt", state["signedAt"]}}));
        }
    } else if (what == AttemptStatus::Declined) {
        if (quote) {
            call.command("quotes.decline", Json::object({{"id", attempt.document.id},
                                                         {"declinedBy", "customer"},
                                                         {"reason", state.optionalText("reason")}}));
        }
    } else if (what != AttemptStatus::Expired) {
        return;
    }
    call.history(
        attempt.document.kind, attempt.document.id, "signature." + std::string(toText(what)),
        Json::array({Json::object(
            {{"field", "signature"}, {"from", late ? "expired" : "sent"}, {"to", attempt.provider}})}));
    end(call, attempt, what, state);
}

} // namespace svc::integrations
