/// @file What connectors share: refusals by the answer of a provider, calls of providers, amounts
/// (docs/modules/integrations.md).
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

/// The provider does not take the credentials: `integration-credentials-invalid:<code>:<words>`, without what
/// it does not say.
inline ApiError credentialsRefused(const HttpReply& reply, std::string_view code = {}) {
    if (code.empty() && wordsOf(reply).empty()) {
        return ApiError(400, CredentialsInvalid);
    }
    return ApiError(400, CredentialsInvalid, {reasonOf(reply, code)});
}

/// Is it a refusal of the credentials, whatever the provider says of it?
inline bool isCredentialsRefusal(std::string_view code) {
    return code == CredentialsInvalid || code.starts_with(std::string(CredentialsInvalid) + ':');
}

/// The provider does not do what it is asked for: `provider-refused:<code>:<words>`.
inline ApiError refusedBy(const HttpReply& reply, std::string_view code = {}) {
    return ApiError(400, "provider-refused", {reasonOf(reply, code)});
}

/// Lets an answer of 2xx through; every other one is the refusal that integrations understand:
/// `integration-credentials-invalid` (401, 403), `integration-unreachable` (no answer, 429, 5xx: what was
/// asked may have been done), else `provider-refused`. `code`: the provider's own, read from the body; its
/// words are added by themselves.
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

/// The JSON of an answer; what is none leaves open what the provider has done.
inline Json jsonOf(const HttpReply& reply) {
    try {
        return reply.json();
    } catch (const JsonError&) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
}

/// A verb for which an answer of another form than the contract has it is no answer: what was asked may have
/// been done. `registry.command("connector.acme.payment_link", connector::reading<paymentLink>);`
template <Json (*Verb)(Call&, const Json&)>
Json reading(Call& call, const Json& input) {
    try {
        return Verb(call, input);
    } catch (const JsonError&) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
}

/// What the verb fetch throws when the provider says when it may be asked again.
struct Later {
    std::string error;
    Instant at;
};

/// The same as accepted() for the verb fetch, which obeys Retry-After.
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

/// What the verb fetch answers: records of the feed, and the cursor with which it is asked for what is behind
/// them.
inline Json pageOf(Json records, Json cursor, bool more = false) {
    return Json::object({{"records", std::move(records)}, {"cursor", std::move(cursor)}, {"more", more}});
}

/// `registry.command("connector.acme.fetch", connector::fetching<fetch>);`
template <Json (*Verb)(Call&, const Json&)>
Json fetching(Call& call, const Json& input) {
    try {
        return reading<Verb>(call, input);
    } catch (const Later& later) {
        return Json::object({{"error", later.error}, {"retryAt", later.at}});
    }
}

/// What the verb test answers.
inline Json tried(const HttpReply& reply, std::string_view code = {}) {
    Json result = Json::object({{"ok", reply.ok()}, {"durationMs", reply.durationMs}, {"error", nullptr}});
    if (!reply.ok()) {
        result.set("error", reply.answered() ? reasonOf(reply, code) : reply.error);
    }
    return result;
}

/// `{ "state": state }`, what the verbs payment_state and signature_state answer at the least.
inline Json stateOf(std::string_view state) {
    return Json::object({{"state", state}});
}

/// What a payer reads: the company and the number of the document.
inline std::string labelOf(const Json& input) {
    const Json& document = input["document"];
    return input.textOr("company") + ' ' + document.textOr("number", document.textOr("id"));
}

/// A text of the answer that must be there.
inline std::string textOf(const Json& json, std::string_view name) {
    const auto text = json.isObject() ? json.optionalText(name) : std::nullopt;
    if (!text) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return *text;
}

/// The input of the verb hook: headers that describe has named, and the bytes as they came.
class IncomingCall {
public:
    explicit IncomingCall(const Json& input)
        : headers_(input["headers"]), body_(base64Decode(input.textOr("body")).value_or("")) {}

    /// Empty when it was not sent.
    std::string header(std::string_view name) const {
        return headers_.isObject() ? headers_.textOr(name) : std::string();
    }
    const std::string& body() const noexcept { return body_; }
    /// Refuses a body that is no JSON object with `signature-invalid`: nobody who signs sends that.
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

/// `t=1492774577,v1=5257a8…,v1=…`: the values of one name.
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

/// Is it so recent? `time`: seconds since 1970.
inline bool isRecent(std::string_view time, Instant now, std::int64_t toleranceSeconds) {
    const auto seconds = parseInt64(time);
    const std::int64_t present = now.micros() / Instant::Second;
    return seconds && *seconds >= present - toleranceSeconds && *seconds <= present + toleranceSeconds;
}

/// In major units, as many providers want it: 12000 EUR are `120.00`, 5000 XOF `5000`.
inline std::string majorText(std::int64_t minor, Currency currency) {
    return majorFromMinor(minor, currency).toFixed(currency.digits());
}

/// In minor units, from the text of an amount in major units; nothing when it is no amount of the currency.
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
