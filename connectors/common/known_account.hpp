/// Keys of providers that have no request to test keys with: they are asked for a payment that does not
/// exist.
#pragma once

#include <string_view>

#include <svc/connector.hpp>

namespace svc::connector {

/// Does the provider know the account? What it says about the payment itself does not matter. `answerOf`
/// throws the refusal in an answer.
template <class AnswerOf>
bool isKnownAccount(const HttpReply& reply, AnswerOf answerOf) {
    try {
        answerOf(reply);
        return true;
    } catch (const ApiError& refusal) {
        return refusal.code().starts_with("provider-refused");
    }
}

/// The answer of the verb test. `code`: the provider's own code in the answer.
template <class Output, class AnswerOf>
Output triedAccount(const HttpReply& reply, std::string_view code, AnswerOf answerOf) {
    auto result = tried<Output>(reply, code);
    result.ok = isKnownAccount(reply, answerOf);
    if (result.ok) {
        result.error.reset();
    } else if (reply.ok()) {
        result.error = reasonOf(reply, code);
    }
    return result;
}

} // namespace svc::connector
