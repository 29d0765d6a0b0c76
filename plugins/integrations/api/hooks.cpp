// Calls of providers: verified by the connector, acknowledged at once, done by a job.
#include "api/hooks.hpp"

#include <array>
#include <chrono>
#include <random>

#include <openssl/crypto.h>

#include "api/attempt_flow.hpp"
#include "api/feeds.hpp"
#include "api/provider_calls.hpp"
#include "api/states.hpp"
#include "store/account_orders.hpp"
#include "store/authorizations.hpp"
#include "store/provider_calls.hpp"

namespace svc::integrations {
namespace {

using Hmac = Secrets::Hmac;

constexpr std::string_view SignatureInvalid = "signature-invalid";
constexpr std::int64_t KeptFor = 30 * Instant::Day;
/// As long as the host gives on calls about an account that the company has left.
constexpr std::int64_t LeftFor = 90 * Instant::Day;
/// A call may overtake the answer that names what it is about.
constexpr std::int64_t Overtaking = Instant::Hour;

std::string secretOf(std::string_view provider) {
    return "hook." + std::string(provider);
}

/// The headers that the connector wants to see, and the bytes as they came.
Json callOf(Request& request, const Provider& provider) {
    Json headers = Json::object();
    for (const Json& name : provider.hookHeaders.items()) {
        if (const auto value = request.header(name.text())) {
            headers.set(name.text(), *value);
        }
    }
    return Json::object({{"headers", std::move(headers)}, {"body", base64Encode(request.rawInput())}});
}

/// For the metrics of the host: somebody else calls in the name of the provider, or its secret is an old one.
void countWrongSignature(Call& call, const std::string& provider) {
    if (call.offers("host.count")) {
        calls::host::count(call, {.event = std::string(SignatureInvalid), .subject = provider});
    }
}

/// 128 bits that nobody can guess, in 22 characters: some providers take addresses of 120 characters at most.
/// Nothing while no address was made.
std::optional<std::string> tokenOf(Call& call, std::string_view provider) {
    constexpr std::size_t Bytes = 16;
    const auto mac = call.secrets().hmac(Hmac::Sha256, secretOf(provider), {"address"});
    return mac ? std::optional(base64UrlEncode(mac->substr(0, Bytes))) : std::nullopt;
}

bool isTokenOf(Call& call, std::string_view provider, std::string_view given) {
    const auto right = tokenOf(call, provider);
    return right && right->size() == given.size() &&
           CRYPTO_memcmp(right->data(), given.data(), given.size()) == 0;
}

Provider calledProvider(Request& request) {
    return request.transaction([&] {
        const std::string id(request.path("provider"));
        const std::string token(request.path("token"));
        const bool known = findConnection(request, id).has_value() && request.offers(verbOf(id, "hook")) &&
                           isTokenOf(request, id, token);
        if (!known) {
            countWrongSignature(request, request.offers(verbOf(id, "hook")) ? id : "unknown");
            throw ApiError(400, SignatureInvalid);
        }
        return requireProvider(request, id);
    });
}

void followPayment(Call& call, const jobs::IncomingPayload& payload) {
    const auto attempt = call.transaction([&] {
        const auto id = payload.paymentId.hasValue()
                            ? attemptPaidBy(call, payload.provider, *payload.paymentId)
                            : attemptOf(call, payload.provider, payload.reference.value_or(""));
        return id ? findAttempt(call, *id) : std::nullopt;
    });
    if (attempt) {
        try {
            lookAt(call, *attempt);
        } catch (const RetryLater& later) {
            call.again(later.at, call.input(), later.code());
        }
        return;
    }
    const auto job = call.job();
    const bool awaited = !payload.paymentId.hasValue() &&
                         call.transaction([&] { return awaitsAnswer(call, payload.provider); });
    if (awaited && job && call.now() - job->filedAt < Overtaking) {
        call.again(call.now() + Instant::Minute, call.input(), "what it is about is not known yet");
    }
}

/// What a person may ask for with `sync`. A run that is under way began before the call: the next one finds
/// the rest.
void fetchNow(Call& call, const std::string& id) {
    auto connection = lockConnection(call, id);
    if (!connection || connection->state == State::Expired) {
        return;
    }
    try {
        askForFeeds(call, requireProvider(call, id), *connection, std::nullopt);
    } catch (const ApiError& refusal) {
        if (refusal.code() != "sync-in-progress" || call.now() - call.job()->filedAt >= Overtaking) {
            throw;
        }
        call.again(call.now() + Instant::Minute, call.input(), refusal.code());
    }
}

} // namespace

std::string randomBytes() {
    std::random_device device;
    std::string bytes;
    for (int i = 0; i < 8; ++i) {
        const unsigned int four = device();
        bytes.append(reinterpret_cast<const char*>(&four), sizeof four);
    }
    return bytes;
}

std::string hookUrl(Call& call, std::string_view provider) {
    auto token = tokenOf(call, provider);
    if (!token) {
        call.secrets().put(secretOf(provider), randomBytes());
        token = tokenOf(call, provider);
    }
    return calls::host::address(call).url + "/hooks/" + std::string(provider) + '/' +
           call.shownCompanyId().toString() + '/' + token.value();
}

void tellAccount(Call& call, std::string_view provider, const Json& account) {
    if (call.offers("host.account") && call.offers(verbOf(provider, "account"))) {
        const auto id = account.isObject() ? account.optionalText("id") : std::nullopt;
        calls::host::account(call, {.provider = std::string(provider), .account = id});
        markAccount(call, provider, id);
    }
}

void forgetHook(Call& call, std::string_view provider) {
    call.secrets().remove(secretOf(provider));
}

namespace {

/// People of the orders of a shop ask for their data, or want it gone: of these orders, or of all. An answer
/// is for the company to give; the history of the integration tells which orders it is about.
void landPrivacy(Call& call, const std::string& provider, const std::string& about, const Json& orders) {
    const bool erase = about == "erasure";
    if (erase && call.offers("storefront.erase_orders")) {
        call.command("storefront.erase_orders",
                     Json::object({{"source", provider}, {"externalIds", orders}}));
    }
    Json change = Json::object({{"field", "orders"}, {"from", nullptr}});
    change.set("to", orders.isArray() ? orders.dump() : "all");
    call.history("integration", provider, erase ? "data_erased" : "data_requested",
                 Json::array({std::move(change)}));
}

/// What the provider reads.
commands::TakeCallOutput answerOf(const Json& answer) {
    return answer.isObject() ? commands::TakeCallOutput{.contentType = answer.textOr("contentType"),
                                                        .text = answer.textOr("text")}
                             : commands::TakeCallOutput{.contentType = "text/plain", .text = "ok"};
}

bool isPersonal(const std::string& about) {
    return about == "erasure" || about == "data_request";
}

/// An account that the company has left.
struct LeftAccount {
    std::optional<std::string> id; ///< nothing: of a connector that names none
    bool hasFollower = false;      ///< another account of the provider is connected
};

/// The orders that a call about personal data is about; null: all of the provider. When another account is
/// connected by now, all are those that came from the one that was left.
Json concernedOrders(Call& call, const std::string& provider, const Json& named,
                     const std::optional<LeftAccount>& left) {
    return named.isNull() && left && left->hasFollower
               ? ordersOfAccount(call, provider, left->id.value_or(""))
               : named;
}

/// Verified by the connector; what it is about is kept to be done, once for each identifier of a call.
/// Whoever has left the account is concerned by the personal data that it kept, and by nothing else.
commands::TakeCallOutput take(Call& call, const Provider& provider, const Json& incoming,
                              const std::optional<LeftAccount>& left = std::nullopt) {
    const auto began = std::chrono::steady_clock::now();
    Json what;
    try {
        what = ask(call, provider.id, "hook", incoming);
    } catch (const ApiError& refusal) {
        call.transaction([&] {
            keepIncoming(call, provider.id, began, refusal.status(), refusal.code());
            if (refusal.code() == SignatureInvalid) {
                countWrongSignature(call, provider.id);
            }
        });
        throw;
    }
    call.transaction([&] {
        keepIncoming(call, provider.id, began, 200, {});
        const std::string about = what.textOr("about", "nothing");
        const bool concerns = about != "nothing" && (isPersonal(about) || !left);
        const bool isNew = concerns && keepIncomingCall(call, provider.id, what["id"].text());
        if (isNew && isPersonal(about)) {
            landPrivacy(call, provider.id, about, concernedOrders(call, provider.id, what["orders"], left));
        } else if (isNew) {
            jobs::fileIncoming(call, call.now(),
                               {.provider = provider.id,
                                .about = about,
                                .reference = what.optionalText("reference"),
                                .paymentId = what.optionalText("paymentId")});
        }
    });
    return answerOf(what["answer"]);
}

/// Nothing when the account of the call is the one that is connected.
std::optional<LeftAccount> leftAccount(const std::optional<Connection>& connection,
                                       const std::optional<std::string>& account) {
    if (!connection) {
        return LeftAccount{account};
    }
    const bool other = account && connection->account.isObject() &&
                       connection->account.optionalText("id").value_or(*account) != *account;
    return other ? std::optional(LeftAccount{account, true}) : std::nullopt;
}

} // namespace

Response receiveProviderCall(Request& request, const api::ReceiveProviderCallParameters&) {
    const Provider provider = calledProvider(request);
    const auto answer = take(request, provider, callOf(request, provider));
    return Response::bytes(200, answer.contentType, answer.text);
}

commands::TakeCallOutput commands::takeCall(Call& call, const commands::TakeCallInput& input) {
    std::optional<LeftAccount> left;
    const auto provider = call.transaction([&]() -> std::optional<Provider> {
        left = leftAccount(findConnection(call, input.provider), input.account);
        return call.offers(verbOf(input.provider, "hook"))
                   ? std::optional(requireProvider(call, input.provider))
                   : std::nullopt;
    });
    if (!provider) {
        return answerOf(Json(nullptr));
    }
    Json headers = Json::object();
    for (const Json& name : provider->hookHeaders.items()) {
        if (const auto value = input.headers.optionalText(lowerAscii(name.text()))) {
            headers.set(name.text(), *value);
        }
    }
    return take(
        call, *provider,
        Json::object({{"headers", std::move(headers)}, {"body", input.body}, {"account", input.account}}),
        left);
}

Response checkHookAddress(Request& request, const api::CheckHookAddressParameters&) {
    calledProvider(request);
    return Response::bytes(200, "text/plain", "ok");
}

void jobs::incoming(Call& call, const jobs::IncomingPayload& payload) {
    if (payload.about == "payment" || payload.about == "signature") {
        followPayment(call, payload);
    } else if (payload.about == "feed") {
        call.transaction([&] { fetchNow(call, payload.provider); });
    } else if (payload.about == "access") {
        call.transaction([&] {
            if (auto connection = lockConnection(call, payload.provider)) {
                expire(call, requireProvider(call, payload.provider), *connection, EndReason::Revoked);
            }
        });
    }
}

void jobs::forget(Call& call, const Json&) {
    planOverdue(call);
    for (const std::string& provider : providersOffering(call, "account")) {
        // Connected before its connector asked for it, or left so long ago that it is forgotten now.
        const auto connection = findConnection(call, provider);
        tellAccount(call, provider, connection ? connection->account : Json(nullptr));
    }
    forgetIncomingCalls(call, call.now() - KeptFor);
    forgetCalls(call, call.now() - KeptFor);
    forgetAccountOrders(call, call.now() - LeftFor);
    forgetAuthorizations(call, call.now());
}

} // namespace svc::integrations
