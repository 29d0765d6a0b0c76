#include "platform/flow_service.hpp"

#include <algorithm>
#include <chrono>

#include <svc/connector.hpp>
#include <svc/text.hpp>

#include "authority/replies.hpp"
#include "common/access_token.hpp"
#include "sealing/sha256.hpp"

namespace svc::fr_einvoicing {
namespace {

using authority::bodyOf;
using authority::whyNot;

constexpr std::chrono::seconds AnswerLimit{60};
constexpr std::int32_t LargestFile = 32 * 1024 * 1024;
constexpr std::string_view Exists = "AlreadyExistingFlow";

constexpr int NotFound = 404;
constexpr int Conflict = 409;
constexpr int TooLarge = 413;
constexpr int TooMany = 429;

[[noreturn]] void noAnswer(const HttpReply& reply) {
    throw std::runtime_error("the platform: " + whyNot(reply));
}

Json flowInfoOf(const FlowFile& file) {
    Json info = Json::object({{"trackingId", file.trackingId},
                              {"name", file.name},
                              {"flowSyntax", file.syntax},
                              {"sha256", sealing::sha256({file.bytes})}});
    if (!file.processingRule.empty()) {
        info.set("processingRule", file.processingRule);
    }
    if (!file.profile.empty()) {
        info.set("flowProfile", file.profile);
    }
    return info;
}

std::string mediaTypeOf(const FlowFile& file) {
    return file.syntax == "Factur-X" ? "application/pdf" : "application/xml";
}

/// The message of an error of the contract, whichever member has it.
std::string messageOf(const HttpReply& reply) {
    const Json body = bodyOf(reply);
    if (body.isNull()) {
        return whyNot(reply);
    }
    for (const std::string_view name : {"message", "errorMessage", "details", "type"}) {
        if (const Json* value = body.find(name); value != nullptr && value->isString()) {
            return value->text();
        }
    }
    return whyNot(reply);
}

Deposit refused(const HttpReply& reply, std::string_view code) {
    Deposit told;
    told.end = Deposit::End::Refused;
    told.code = code;
    told.error = messageOf(reply);
    return told;
}

std::string textIn(const Json& object, std::string_view name) {
    const Json* value = object.isObject() ? object.find(name) : nullptr;
    return value != nullptr && value->isString() ? value->text() : std::string();
}

DirectoryLine lineOf(const Json& line) {
    const Json* unit = line.isObject() ? line.find("legalUnit") : nullptr;
    const Json* platform = line.isObject() ? line.find("platform") : nullptr;
    DirectoryLine told{.address = textIn(line, "addressingIdentifier"),
                       .siren = textIn(line, "siren"),
                       .siret = textIn(line, "siret"),
                       .name = unit == nullptr ? std::string() : textIn(*unit, "businessName"),
                       .platform = textIn(line, "platformType"),
                       .status = textIn(line, "directoryLineStatus")};
    if (told.platform.empty() && platform != nullptr) {
        told.platform = textIn(*platform, "platformType");
    }
    if (told.status.empty() && platform != nullptr) {
        told.status = textIn(*platform, "platformStatus");
    }
    return told;
}

} // namespace

Acknowledgement acknowledgementOf(const Json& flow) {
    Acknowledgement told;
    const Json* ack = flow.isObject() ? flow.find("acknowledgement") : nullptr;
    const std::string state = ack == nullptr ? std::string() : textIn(*ack, "status");
    told.state = state == "Ok" ? AckState::Ok : state == "Error" ? AckState::Error : AckState::Pending;
    const Json* details = ack != nullptr && ack->isObject() ? ack->find("details") : nullptr;
    if (told.state != AckState::Error || details == nullptr || !details->isArray()) {
        return told;
    }
    for (const Json& detail : details->items()) {
        if (textIn(detail, "level") == "Warning") {
            continue;
        }
        told.reasonCode = textIn(detail, "reasonCode");
        told.reason = textIn(detail, "reasonMessage");
        if (const std::string item = textIn(detail, "item"); !item.empty()) {
            told.reason += " (" + item + ')';
        }
        break;
    }
    return told;
}

Json FlowService::askToken() {
    constexpr int LargestDigits = 9;
    const HttpReply reply = call_.http()
                                .post(settings_.tokenUrl)
                                .form({{"grant_type", "client_credentials"},
                                       {"client_id", settings_.clientId},
                                       {"client_secret", settings_.clientSecret}})
                                .send();
    Json body = bodyOf(reply);
    if (!reply.ok() || textIn(body, "access_token").empty()) {
        throw NoToken("no token of the platform: " + messageOf(reply));
    }
    // Some platforms write the number as a text.
    if (const std::string seconds = textIn(body, "expires_in");
        !seconds.empty() && seconds.size() <= LargestDigits) {
        body.set("expires_in", parseInt64(seconds).value_or(0));
    }
    return body;
}

HttpCall FlowService::prepared(HttpCall request, const std::string& token) const {
    HttpCall ready = std::move(request)
                         .header("Authorization", "Bearer " + token)
                         .header("Accept", "application/json")
                         .timeout(AnswerLimit)
                         .most(LargestFile);
    return settings_.organization.empty()
               ? ready
               : std::move(ready).header("Organization-Id", settings_.organization);
}

template <class Make>
HttpReply FlowService::send(Make make) {
    try {
        return connector::sendWithToken(
            call_, [&] { return askToken(); }, [&](const std::string& token) { return make(token).send(); });
    } catch (const connector::TokenAwaited& awaited) {
        throw NoToken(awaited.what());
    }
}

Deposit FlowService::deposit(const FlowFile& file) {
    const std::string info = flowInfoOf(file).dump();
    const HttpReply reply = send([&](const std::string& token) {
        return prepared(call_.http().post(settings_.flowUrl + "/flows"), token)
            .multipart({{.name = "flowInfo", .content = info, .contentType = "application/json"},
                        {.name = "file",
                         .content = file.bytes,
                         .fileName = file.name,
                         .contentType = mediaTypeOf(file)}});
    });
    Deposit told;
    const std::string flowId = reply.ok() ? textIn(bodyOf(reply), "flowId") : std::string();
    if (!flowId.empty()) {
        const Acknowledgement ack = acknowledgementOf(bodyOf(reply));
        told.end = ack.state != AckState::Error ? Deposit::End::Taken
                   : ack.reasonCode == Exists   ? Deposit::End::Exists
                                                : Deposit::End::Refused;
        told.flowId = flowId;
        told.code = ack.reasonCode;
        told.error = ack.reason;
    } else if (reply.status == Conflict || reply.body.find(Exists) != std::string::npos) {
        told.end = Deposit::End::Exists;
        told.flowId = textIn(bodyOf(reply), "flowId");
    } else if (reply.status == TooMany) {
        told.end = Deposit::End::Later;
        told.later = reply.retryAfter(call_.now());
    } else if (authority::nothingDone(reply)) {
        told.end = Deposit::End::NotDone;
        told.error = messageOf(reply);
    } else if (reply.status == TooLarge) {
        told = refused(reply, "FileSizeExceeded");
    } else if (reply.status >= 400 && reply.status < 500 && reply.status != 408) {
        told = refused(reply, "HTTP " + std::to_string(reply.status));
    } else {
        told.error = whyNot(reply);
    }
    told.answer = reply.body;
    return told;
}

Deposit tryDeposit(Call& call, const Settings& settings, const FlowFile& file) {
    try {
        return FlowService(call, settings).deposit(file);
    } catch (const NoToken& none) {
        Deposit told;
        told.end = Deposit::End::NotDone;
        told.error = none.what();
        return told;
    }
}

std::vector<Json> FlowService::search(const Json& where, int limit) {
    const HttpReply reply = send([&](const std::string& token) {
        return prepared(call_.http().post(settings_.flowUrl + "/flows/search"), token)
            .json(Json::object({{"limit", limit}, {"where", where}}));
    });
    const Json body = reply.ok() ? bodyOf(reply) : Json(nullptr);
    const Json* results = body.isObject() ? body.find("results") : nullptr;
    if (results == nullptr || !results->isArray()) {
        noAnswer(reply);
    }
    return results->items();
}

Json FlowService::flow(const std::string& flowId) {
    const HttpReply reply = send([&](const std::string& token) {
        return prepared(call_.http()
                            .get(settings_.flowUrl + "/flows/" + percentEncode(flowId))
                            .query("docType", "Metadata"),
                        token);
    });
    if (reply.status == NotFound) {
        return nullptr;
    }
    Json body = reply.ok() ? bodyOf(reply) : Json(nullptr);
    if (body.isNull()) {
        noAnswer(reply);
    }
    return body;
}

std::optional<std::string> FlowService::original(const std::string& flowId) {
    HttpReply reply = send([&](const std::string& token) {
        return prepared(call_.http()
                            .get(settings_.flowUrl + "/flows/" + percentEncode(flowId))
                            .query("docType", "Original"),
                        token);
    });
    const bool isRefused = reply.status >= 400 && reply.status < 500;
    if (isRefused && reply.status != TooMany && !authority::nothingDone(reply)) {
        return std::nullopt;
    }
    if (!reply.ok()) {
        noAnswer(reply);
    }
    return std::move(reply.body);
}

Json FlowService::flowTracked(const std::string& trackingId) {
    constexpr int Most = 20;
    for (Json& one : search(Json::object({{"trackingId", trackingId}}), Most)) {
        // A duplicate deposit, which the platform refused, is listed as a flow too.
        if (textIn(one, "trackingId") == trackingId && acknowledgementOf(one).reasonCode != Exists) {
            return std::move(one);
        }
    }
    return nullptr;
}

std::optional<std::vector<DirectoryLine>> FlowService::lines(const std::string& siren) {
    constexpr int Most = 50;
    const Json filters = Json::object({{"siren", Json::object({{"op", "strict"}, {"value", siren}})}});
    const HttpReply reply = send([&](const std::string& token) {
        return prepared(call_.http().post(settings_.directoryUrl + "/directory-line/search"), token)
            .json(Json::object({{"filters", filters}, {"limit", Most}}));
    });
    constexpr int NoContent = 204;
    std::vector<DirectoryLine> all;
    if (reply.status == NoContent || reply.status == NotFound) {
        return all;
    }
    const Json body = reply.ok() ? bodyOf(reply) : Json(nullptr);
    const Json* results = body.isObject() ? body.find("results") : nullptr;
    if (results == nullptr || !results->isArray()) {
        return std::nullopt;
    }
    for (const Json& line : results->items()) {
        all.push_back(lineOf(line));
    }
    return all;
}

} // namespace svc::fr_einvoicing
