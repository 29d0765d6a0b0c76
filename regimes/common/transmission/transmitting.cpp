#include "transmission/transmitting.hpp"

#include <stdexcept>

#include <svc/connector.hpp>
#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "authority/replies.hpp"

namespace svc::transmission {
namespace {

using authority::outcome;

constexpr std::string_view SettingsSchema = R"({"type":"object","additionalProperties":false,"properties":{
"provider":{"type":"string","pattern":"^[a-z0-9-]+$"}}})";

/// The document as an EN 16931 file.
Json fileOf(Call& call, std::string_view kind, std::string_view id, const Profile& profile) {
    return call.command("documents.xml",
                        Json::object({{"kind", kind}, {"id", id}, {"profile", profile.rules}}));
}

/// The first field that must be corrected; empty: none.
std::string wrongIn(const Json& file, const Profile& profile) {
    const Json& findings = file["findings"];
    return findings.size() > 0 ? findings.at(0).textOr("field") : profile.objection(file);
}

std::string reasonOf(const Json& file, const std::string& field) {
    const Json& findings = file["findings"];
    return findings.size() > 0
               ? findings.at(0).textOr("rule") + ": " + findings.at(0).textOr("message") + " (" + field + ')'
               : field;
}

/// The outcome for the refusal of a module. When the file may have been sent, or nobody knows, it is a lost
/// answer.
Json outcomeOf(const ApiError& refusal) {
    constexpr std::string_view Refused = "provider-refused:";
    const std::string code(refusal.code());
    if (code == "provider-refused:already-submitted") {
        return outcome("held", "the access point has it already", "already-submitted");
    }
    if (code.starts_with(Refused)) {
        const std::string reason = code.substr(Refused.size()); // <code>:<words>
        return outcome("rejected", code, reason.substr(0, reason.find(':')));
    }
    if (code == "integration-not-connected" || connector::isCredentialsRefusal(code)) {
        return outcome("retry", code);
    }
    throw std::runtime_error(code);
}

/// Further input for the commands of integrations.
Json inputFor(const Json& settings) {
    return Json::object(
        {{"provider", settings.isObject() ? Json(settings.optionalText("provider")) : Json()}});
}

Json hand(Call& call, const Json& input, const std::string& receiver, const Json& content) {
    const std::string_view type =
        input["submission"].textOr("kind") == "credit_note" ? "credit_note" : "invoice";
    Json ask = inputFor(input["settings"]);
    ask.set("receiver", receiver).set("documentType", type);
    if (!call.command("integrations.reach", ask)["reachable"].boolean()) {
        return outcome("rejected", "the receiver is not known: " + receiver, "receiver-unknown");
    }
    ask.set("key", input["key"]).set("content", content);
    const std::string reference = call.command("integrations.transmit", ask)["reference"].text();
    return outcome("submitted").set("reference", reference).set("request", content);
}

} // namespace

Json describe(const Profile& profile) {
    Json documents = Json::array();
    documents.push("invoice").push("credit_note");
    return Json::object(
        {{"name", profile.name},
         {"country", profile.country ? Json(*profile.country) : Json(nullptr)},
         {"kind", "e-invoicing"},
         {"offline", true},
         {"documents", documents},
         {"settingsSchema", Json::parse(SettingsSchema)},
         {"requiredSettings", Json::array()},
         {"lost", Json::object({{"issue", "retry"}, {"credit", "retry"}, {"cancel", "retry"}})}});
}

Json prepare(Call& call, const Json& input, const Profile& profile) {
    const Json& document = input["document"];
    const Json file = fileOf(call, document.textOr("kind"), document.textOr("id"), profile);
    if (!profile.concerns(file.textOr("receiver"))) {
        return nullptr;
    }
    if (const std::string field = wrongIn(file, profile); !field.empty()) {
        throw ApiError(400, "invoice-incomplete", {field});
    }
    return Json::object({{"mark", nullptr}, {"payload", file["content"]}});
}

Json send(Call& call, const Json& input, const Profile& profile) {
    const Json& submission = input["submission"];
    const Json file = call.transaction(
        [&] { return fileOf(call, submission.textOr("kind"), submission.textOr("documentId"), profile); });
    const std::string receiver = file.textOr("receiver");
    if (!profile.concerns(receiver)) {
        return outcome("rejected", "the buyer has no address for " + std::string(profile.name),
                       "receiver-missing");
    }
    const Json& sealed = input["payload"];
    if (const std::string field = wrongIn(file, profile); sealed.isNull() && !field.empty()) {
        return outcome("rejected", reasonOf(file, field), "invoice-incomplete:" + field);
    }
    try {
        return hand(call, input, receiver, sealed.isNull() ? file["content"] : sealed);
    } catch (const ApiError& refusal) {
        return outcomeOf(refusal);
    }
}

Json read(Call& call, const Json& input) {
    Json ask = inputFor(input["settings"]);
    ask.set("reference", input["submission"]["reference"]);
    const Json told = call.command("integrations.transmission", ask);
    const std::string state = told.textOr("state");
    if (state == "delivered") {
        return outcome("accepted").set("answer", told["evidence"]);
    }
    if (state == "refused") {
        return outcome("rejected", told.textOr("error", "refused"));
    }
    return outcome("submitted");
}

} // namespace svc::transmission
