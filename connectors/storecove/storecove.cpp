// Storecove: an access point of Peppol (API version 2).
#include <map>

#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/digest.hpp"

namespace svc::storecove {
namespace {

using calls::integrations::ConnectedAccount;
using State = commands::TransmissionStateOutputState;
using connector::textOf;

constexpr std::int32_t MostBytes = 8 * 1024 * 1024;

/// Storecove has its own names for schemes; for others the ISO 6523 code is passed on.
std::string schemeOf(const std::string& code) {
    static const std::map<std::string, std::string> names = {
        {"0002", "FR:SIRENE"}, {"0009", "FR:SIRET"}, {"0060", "DUNS"},   {"0088", "GLN"},
        {"0106", "NL:KVK"},    {"0204", "DE:LWID"},  {"0208", "BE:EN"},  {"0211", "IT:IVA"},
        {"9920", "ES:VAT"},    {"9925", "BE:VAT"},   {"9930", "DE:VAT"}, {"9938", "LU:VAT"},
        {"9945", "PL:VAT"},    {"9957", "FR:VAT"}};
    const auto found = names.find(code);
    return found == names.end() ? code : found->second;
}

struct Receiver {
    std::string scheme;
    std::string identifier;
};

Receiver receiverIn(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) {
        throw ApiError(400, "provider-refused", {"receiver"});
    }
    return {schemeOf(text.substr(0, colon)), text.substr(colon + 1)};
}

HttpCall request(Call& call, std::string_view method, std::string_view path, const std::string& key) {
    const std::string base = Call::settings().textOr("baseUrl", "https://api.storecove.com/api/v2");
    return call.http().request(method, base + std::string(path)).header("Authorization", "Bearer " + key);
}

std::string keptKey(Call& call) {
    return call.secrets().get("apiKey").value_or("");
}

/// The first error of `[{ source, details }]`.
std::string codeOf(const HttpReply& reply) {
    try {
        const Json errors = reply.json();
        if (errors.isArray() && errors.size() > 0 && errors.at(0).isObject()) {
            return errors.at(0).textOr("source", errors.at(0).textOr("details"));
        }
    } catch (const JsonError&) { // NOLINT(bugprone-empty-catch): the body may be an HTML page
    }
    return "";
}

Json answerOf(const HttpReply& reply) {
    return connector::jsonOf(connector::accepted(reply, codeOf(reply)));
}

HttpReply entity(Call& call, const std::string& key, const std::string& id) {
    return request(call, "GET", "/legal_entities/" + id, key).send();
}

/// The idempotency key in the form of a UUID (36 characters): the same in each retry.
std::string guidOf(const std::string& key) {
    std::string hex = connector::sha256Hex(key).substr(0, 32);
    for (const std::size_t at : {8U, 13U, 18U, 23U}) {
        hex.insert(at, 1, '-');
    }
    return hex;
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Storecove", "kind": "e-invoicing", "auth": "api_key", "capabilities": ["transmission"],
        "keysUrl": "https://app.storecove.com",
        "credentialsSchema": { "type": "object", "required": ["apiKey", "legalEntityId"], "properties": {
            "apiKey": { "type": "string", "minLength": 1, "format": "password" },
            "legalEntityId": { "type": "integer", "minimum": 1 } } },
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {} } })");
}

/// Stores the key only after it could read the legal entity.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& given = input.credentials;
    const std::string key = given.textOr("apiKey");
    const std::string id = given["legalEntityId"].dump();
    const Json found = answerOf(entity(call, key, id));
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("apiKey", key);
        call.secrets().put("legalEntityId", id);
    });
    return {.account = ConnectedAccount{.id = id, .name = found.textOr("party_name", id)}};
}

commands::TestOutput commands::test(Call& call) {
    return connector::tried<TestOutput>(
        entity(call, keptKey(call), call.secrets().get("legalEntityId").value_or("0")));
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

commands::ReachOutput commands::reach(Call& call, const commands::ReachInput& input) {
    const Receiver receiver = receiverIn(input.receiver);
    const std::string type =
        input.documentType == ReachInputDocumentType::CreditNote ? "creditnote" : "invoice";
    Json types = Json::array();
    types.push(type);
    const Json told = answerOf(request(call, "POST", "/discovery/receives", keptKey(call))
                                   .json(Json::object({{"documentTypes", types},
                                                       {"network", "peppol"},
                                                       {"metaScheme", "iso6523-actorid-upis"},
                                                       {"scheme", receiver.scheme},
                                                       {"identifier", receiver.identifier}}))
                                   .send());
    return {.reachable = textOf(told, "code") == "OK"};
}

/// Storecove parses the content and generates the document by its own rules. It processes a guid only once.
commands::TransmitOutput commands::transmit(Call& call, const commands::TransmitInput& input) {
    const Receiver receiver = receiverIn(input.receiver);
    Json identifiers = Json::array();
    identifiers.push(Json::object({{"scheme", receiver.scheme}, {"id", receiver.identifier}}));
    const Json entityId = Json::parse(call.secrets().get("legalEntityId").value_or("0"));
    const Json raw = Json::object({{"document", input.content}, {"parse", true}, {"parseStrategy", "ubl"}});
    const HttpReply reply =
        request(call, "POST", "/document_submissions", keptKey(call))
            .json(Json::object(
                {{"legalEntityId", entityId},
                 {"idempotencyGuid", guidOf(input.key)},
                 {"routing", Json::object({{"eIdentifiers", identifiers}})},
                 {"document", Json::object({{"documentType", "invoice"}, {"rawDocumentData", raw}})}}))
            .send();
    constexpr int Refused = 422;
    if (reply.status == Refused && reply.body.find("idempotencyGuid") != std::string::npos) {
        throw ApiError(400, "provider-refused", {"already-submitted"});
    }
    return {.reference = textOf(answerOf(reply), "guid")};
}

/// Evidence exists once the receiver's access point has taken the document.
commands::TransmissionStateOutput commands::transmissionState(Call& call,
                                                              const commands::TransmissionStateInput& input) {
    const std::string path = "/document_submissions/" + percentEncode(input.reference) + "/evidence/sending";
    const HttpReply reply = request(call, "GET", path, keptKey(call)).most(MostBytes).send();
    if (reply.status == 404) {
        return {.state = State::Sent};
    }
    textOf(answerOf(reply), "receiver");
    return {.state = State::Delivered, .evidence = base64Encode(reply.body)};
}

} // namespace svc::storecove
