#pragma once

#include <optional>
#include <string>

#include "api/business/outside_story.hpp"

namespace svc::test {

/// PayPal's answers that do not depend on the state of an order: tokens, the verification of its webhooks,
/// and a new order with this name. No value: the request is about the state of an order.
inline std::optional<Reaction> payPalAnswer(const Received& request, const std::string& order) {
    if (request.path == "/v1/oauth2/token") {
        return jsonAnswer(200, js("{'access_token':'t','expires_in':32400}"));
    }
    if (request.path == "/v1/notifications/verify-webhook-signature") {
        return jsonAnswer(200, js("{'verification_status':'SUCCESS'}"));
    }
    if (request.path == "/v2/checkout/orders") {
        return jsonAnswer(201, js("{'id':'$1','status':'PAYER_ACTION_REQUIRED','links':"
                                  "[{'rel':'payer-action','href':'https://paypal.example/$1'}]}",
                                  {order}));
    }
    return std::nullopt;
}

} // namespace svc::test
