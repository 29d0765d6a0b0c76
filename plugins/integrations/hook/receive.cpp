// Calls of providers: verified by the connector, acknowledged at once, processed by a job.
#include <chrono>

#include <svc/encoding.hpp>

#include "attempt/files.hpp"
#include "connection/store.hpp"
#include "hook/account_orders.hpp"
#include "hook/address.hpp"
#include "hook/store.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {
namespace {

constexpr std::string_view SignatureInvalid = "signature-invalid";

/// The headers that the connector reads, and the body unchanged. Bytes that are no text are no header: no
/// provider sends them.
verbs::HookInput callOf(Request& request, const Provider& provider) {
    Json headers = Json::object();
    for (const std::string& name : provider.hookHeaders) {
        if (const auto value = request.header(name); value && isUtf8(*value)) {
            headers.set(name, *value);
        }
    }
    return {.headers = std::move(headers), .body = base64Encode(request.rawInput())};
}

/// Counted for the metrics of the host: either the call is forged, or the secret is outdated.
void countWrongSignature(Call& call, const std::string& provider) {
    if (calls::host::offersCount(call)) {
        calls::host::count(call, {.event = std::string(SignatureInvalid), .subject = provider});
    }
}

Provider calledProvider(Request& request) {
    return request.transaction([&] {
        const std::string id(request.path("provider"));
        const std::string token(request.path("token"));
        const bool known = findConnection(request, id).has_value() && verbs::offersHook(request, id) &&
                           isTokenOf(request, id, token);
        if (!known) {
            countWrongSignature(request, verbs::offersHook(request, id) ? id : "unknown");
            throw ApiError(400, SignatureInvalid);
        }
        return requireProvider(request, id);
    });
}

/// Orders by their external ids; nothing: all of the provider.
using Orders = std::optional<std::vector<std::string>>;

/// Customers of a shop request their data, or its erasure: for these orders, or for all. The company must
/// answer; the history of the integration names the orders.
void landPrivacy(Call& call, const std::string& provider, api::CallSubject about, const Orders& orders) {
    const bool erase = about == api::CallSubject::Erasure;
    if (erase && calls::storefront::offersEraseOrders(call)) {
        calls::storefront::eraseOrders(call, {.source = provider, .externalIds = orders});
    }
    Json change = Json::object({{"field", "orders"}, {"from", nullptr}});
    change.set("to", orders ? bind::textOf(*orders) : "all");
    call.history("integration", provider, erase ? "data_erased" : "data_requested",
                 Json::array({std::move(change)}));
}

/// The response to the provider.
commands::TakeCallOutput answerOf(const std::optional<verbs::HookOutputAnswer>& answer) {
    return answer ? commands::TakeCallOutput{.contentType = answer->contentType, .text = answer->text}
                  : commands::TakeCallOutput{.contentType = "text/plain", .text = "ok"};
}

bool isPersonal(api::CallSubject about) {
    return about == api::CallSubject::Erasure || about == api::CallSubject::DataRequest;
}

/// What a call is about, by the connector; nothing when the service knows no such subject.
api::CallSubject subjectOf(const verbs::HookOutput& what) {
    api::CallSubject about = api::CallSubject::Nothing;
    fromText(what.about, about);
    return about;
}

/// What identifies a call; its content, where the provider gives it no identifier.
std::string identifierOf(const verbs::HookOutput& what, const verbs::HookInput& incoming) {
    return what.id && !what.id->empty() ? *what.id : sha256Hex(incoming.body);
}

/// An account that the company has disconnected.
struct LeftAccount {
    std::optional<std::string> id; ///< nothing: the connector names no account
    bool hasFollower = false;      ///< another account of the provider is connected
};

/// The orders concerned by a call about personal data. When another account is connected by now, all orders
/// are those received from the disconnected account.
Orders concernedOrders(Call& call, const std::string& provider, const Orders& named,
                       const std::optional<LeftAccount>& left) {
    return !named && left && left->hasFollower ? ordersOfAccount(call, provider, left->id.value_or(""))
                                               : named;
}

/// The connector verifies the call; its subject is stored for a job, once per call identifier. For a
/// disconnected account only calls about its personal data count.
commands::TakeCallOutput take(Call& call, const Provider& provider, const verbs::HookInput& incoming,
                              const std::optional<LeftAccount>& left = std::nullopt) {
    const auto began = std::chrono::steady_clock::now();
    verbs::HookOutput what;
    try {
        what = ask(call, verbs::hook, provider.id, incoming);
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
        const api::CallSubject about = subjectOf(what);
        const bool concerns = about != api::CallSubject::Nothing && (isPersonal(about) || !left);
        const bool isNew = concerns && keepIncomingCall(call, provider.id, identifierOf(what, incoming));
        if (isNew && isPersonal(about)) {
            landPrivacy(call, provider.id, about, concernedOrders(call, provider.id, what.orders, left));
        } else if (isNew) {
            jobs::fileIncoming(call, call.now(),
                               {.provider = provider.id,
                                .about = about,
                                .reference = what.reference,
                                .paymentId = what.paymentId,
                                .named = what.named});
        }
    });
    return answerOf(what.answer);
}

/// Nothing when the account of the call is the connected one.
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
        return verbs::offersHook(call, input.provider) ? std::optional(requireProvider(call, input.provider))
                                                       : std::nullopt;
    });
    if (!provider) {
        return answerOf(std::nullopt);
    }
    Json headers = Json::object();
    for (const std::string& name : provider->hookHeaders) {
        if (const auto value = input.headers.optionalText(lowerAscii(name))) {
            headers.set(name, *value);
        }
    }
    return take(call, *provider,
                {.headers = std::move(headers), .body = input.body, .account = input.account}, left);
}

Response checkHookAddress(Request& request, const api::CheckHookAddressParameters&) {
    calledProvider(request);
    return Response::bytes(200, "text/plain", "ok");
}

} // namespace svc::integrations
