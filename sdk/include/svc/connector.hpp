/// @file Shared code of connectors: mapping a provider's refusals to error codes, calls from providers,
/// amounts (docs/modules/integrations.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/amounts.hpp>
#include <svc/call.hpp>
#include <svc/money.hpp>
#include <svc/provider_words.hpp>

namespace svc::connector {

constexpr std::string_view CredentialsInvalid = "integration-credentials-invalid";

/// The provider rejects the credentials: `integration-credentials-invalid:<code>:<words>`; only
/// `integration-credentials-invalid` when the answer holds neither code nor words.
inline ApiError credentialsRefused(const HttpReply& reply, std::string_view code = {}) {
    if (code.empty() && wordsOf(reply).empty()) {
        return ApiError(400, CredentialsInvalid);
    }
    return ApiError(400, CredentialsInvalid, {reasonOf(reply, code)});
}

/// Is the code a rejection of the credentials, with or without the provider's own code and words?
inline bool isCredentialsRefusal(std::string_view code) {
    return code == CredentialsInvalid || code.starts_with(std::string(CredentialsInvalid) + ':');
}

/// The provider refuses the request: `provider-refused:<code>:<words>`.
inline ApiError refusedBy(const HttpReply& reply, std::string_view code = {}) {
    return ApiError(400, "provider-refused", {reasonOf(reply, code)});
}

/// Returns an answer with status 2xx and throws an ApiError for every other one:
/// `integration-credentials-invalid` (401, 403), `integration-unreachable` (no answer, 408, 429, 5xx: the
/// provider may have executed the request), else `provider-refused`. `code` is the provider's own error code,
/// read from the body by the connector; the provider's words are added here.
inline const HttpReply& accepted(const HttpReply& reply, std::string_view code = {}) {
    if (reply.ok()) {
        return reply;
    }
    if (reply.status == 401 || reply.status == 403) {
        throw credentialsRefused(reply, code);
    }
    if (!reply.answered()) {
        throw ApiError(400, "integration-unreachable", {reply.error});
    }
    if (reply.status == 408 || reply.status == 429 || reply.status >= 500) {
        throw ApiError(400, "integration-unreachable", {"http-" + std::to_string(reply.status)});
    }
    throw refusedBy(reply, code);
}

/// The JSON of an answer. Throws `integration-unreachable:answer-unreadable` when it is no JSON: then it is
/// unknown whether the provider has executed the request.
inline Json jsonOf(const HttpReply& reply) {
    try {
        return reply.json();
    } catch (const JsonError&) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
}

/// Thrown by the verb fetch when the provider says when to retry.
struct Later {
    std::string error;
    Instant at;
};

/// Like accepted(), for the verb fetch: a 429 or 503 with Retry-After throws Later.
inline const HttpReply& fetched(Call& call, const HttpReply& reply, std::string_view code = {}) {
    constexpr int TooManyRequests = 429;
    constexpr int Unavailable = 503;
    if (reply.status == TooManyRequests || reply.status == Unavailable) {
        if (const auto at = reply.retryAfter(call.now())) {
            throw Later{"integration-unreachable:http-" + std::to_string(reply.status), *at};
        }
    }
    return accepted(reply, code);
}

/// The answer of the verb fetch: records of the feed, the cursor for the records after them, and whether
/// there are more.
inline Json pageOf(Json records, Json cursor, bool more = false) {
    return Json::object({{"records", std::move(records)}, {"cursor", std::move(cursor)}, {"more", more}});
}

/// Runs the verb fetch. Turns Later into `{ "error", "retryAt" }`; an answer that does not have the form of
/// the contract is refused like no answer (`integration-unreachable:answer-unreadable`).
/// `return connector::fetching<fetchPage>(call, input);`
template <Json (*Verb)(Call&, const Json&)>
Json fetching(Call& call, const Json& input) {
    try {
        return Verb(call, input);
    } catch (const Later& later) {
        return Json::object({{"error", later.error}, {"retryAt", later.at}});
    } catch (const JsonError&) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
}

/// The answer of the verb test: `connector::tried<commands::TestOutput>(reply)`.
template <class Output>
Output tried(const HttpReply& reply, std::string_view code = {}) {
    Output result{};
    result.ok = reply.ok();
    result.durationMs = reply.durationMs;
    if (!reply.ok()) {
        result.error = reply.answered() ? reasonOf(reply, code) : reply.error;
    }
    return result;
}

/// The label that a payer or signer reads: the company and the number of the document. `Input` is the
/// generated input of the verb.
template <class Input>
std::string labelOf(const Input& input) {
    return input.company + ' ' + input.document.number.value_or(input.document.id);
}

/// The value of a required text member of an answer.
inline std::string textOf(const Json& json, std::string_view name) {
    const auto text = json.isObject() ? json.optionalText(name) : std::nullopt;
    if (!text) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return *text;
}

/// The input of the verb hook: the headers that the verb describe has listed, and the body as raw bytes.
class IncomingCall {
public:
    explicit IncomingCall(const Json& input)
        : headers_(input["headers"]), body_(base64Decode(input.textOr("body")).value_or("")) {}

    /// The value of a header; empty when it was not sent.
    std::string header(std::string_view name) const {
        return headers_.isObject() ? headers_.textOr(name) : std::string();
    }
    const std::string& body() const noexcept { return body_; }
    /// The body as a JSON object. Throws `signature-invalid` when it is none: no signed call has such a body.
    Json json() const {
        try {
            Json parsed = Json::parse(body_);
            if (parsed.isObject()) {
                return parsed;
            }
        } catch (const JsonError&) { // NOLINT(bugprone-empty-catch): refused below
        }
        throw ApiError(400, "signature-invalid");
    }

private:
    Json headers_;
    std::string body_;
};

/// The values of one name in a header such as `t=1492774577,v1=5257a8…,v1=…`.
inline std::vector<std::string> signatureValues(std::string_view header, std::string_view name) {
    std::vector<std::string> values;
    for (const std::string_view part : split(header, ',')) {
        const std::string_view item = trim(part);
        if (item.size() > name.size() && item.substr(0, name.size()) == name && item[name.size()] == '=') {
            values.emplace_back(item.substr(name.size() + 1));
        }
    }
    return values;
}

/// Is `time` (seconds since 1970) within the tolerance of `now`?
inline bool isRecent(std::string_view time, Instant now, std::int64_t toleranceSeconds) {
    const auto seconds = parseInt64(time);
    const std::int64_t present = now.micros() / Instant::Second;
    return seconds && *seconds >= present - toleranceSeconds && *seconds <= present + toleranceSeconds;
}

/// Converts minor units to the text of major units that many providers want: 12000 of EUR are `120.00`, 5000
/// of XOF are `5000`.
inline std::string majorText(std::int64_t minor, Currency currency) {
    return majorFromMinor(minor, currency).toFixed(currency.digits());
}

/// Converts the text of an amount in major units to minor units; no value when it is no amount of the
/// currency.
inline std::optional<std::int64_t> minorOf(std::string_view major, Currency currency) {
    const auto decimal = Decimal::parse(major);
    if (!decimal) {
        return std::nullopt;
    }
    try {
        return amountOf(*decimal, currency, "amount");
    } catch (const ApiError&) {
        return std::nullopt;
    }
}

} // namespace svc::connector
