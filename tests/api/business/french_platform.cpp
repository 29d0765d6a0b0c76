#include "api/business/french_platform.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include <openssl/sha.h>

#include <svc/encoding.hpp>
#include <svc/settings_check.hpp>

namespace svc::test {
namespace {

Reaction json(int status, const Json& body) {
    return Reaction::status(status, "Content-Type: application/json\r\n", body.dump());
}

std::string sha256Of(const std::string& text) {
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
    return hexEncode(std::string_view(reinterpret_cast<const char*>(digest.data()), digest.size()));
}

/// The content of a part of multipart/form-data; `head` receives its headers.
std::string partOf(const Received& request, const std::string& name, std::string& head) {
    const std::string type = request.header("content-type");
    const std::string boundary = "--" + type.substr(type.find("boundary=") + 9);
    const std::size_t part = request.body.find("name=\"" + name + '"');
    const std::size_t begin = request.body.find("\r\n\r\n", part);
    if (part == std::string::npos || begin == std::string::npos) {
        return {};
    }
    head = request.body.substr(part, begin - part);
    const std::size_t end = request.body.find("\r\n" + boundary, begin);
    return request.body.substr(begin + 4, end - begin - 4);
}

} // namespace

FrenchPlatform::FrenchPlatform(std::string client) : client_(std::move(client)) {
    std::ifstream in(SVC_SOURCE_TREE "/tests/data/regimes/fr-einvoicing/flow-service-openapi.json");
    contract_ = Json::parse(std::string(std::istreambuf_iterator<char>(in), {}));
}

bool FrenchPlatform::fits(const std::string& schema, const Json& value) {
    const Json& search = contract_["paths"]["/flows/search"]["post"]["requestBody"]["content"];
    try {
        SettingsCheck().check(schema == "search" ? search["application/json"]["schema"]
                                                 : contract_["components"]["schemas"][schema],
                              value, schema);
        return true;
    } catch (const ApiError& mistake) {
        mistakes_.push_back(std::string(mistake.what()) + " in " + value.dump());
        return false;
    }
}

Reaction FrenchPlatform::answer(const Received& request) {
    const std::lock_guard lock(mutex_);
    return route(request);
}

Reaction FrenchPlatform::route(const Received& request) {
    if (request.path == "/token") {
        if (request.body.find("grant_type=client_credentials&client_id=" + client_ + "&client_secret=") !=
            0) {
            return Reaction::status(401);
        }
        ++tokens_;
        return json(200, Json::object({{"access_token", "t-" + client_}, {"expires_in", 3600}}));
    }
    if (request.header("authorization") != "Bearer t-" + client_) {
        return Reaction::status(401);
    }
    if (request.path == "/flow/flows") {
        return deposit(request);
    }
    if (request.path == "/flow/flows/search") {
        return search(request);
    }
    if (request.path == "/directory/directory-line/search") {
        return look(request);
    }
    return read(request.path);
}

Reaction FrenchPlatform::deposit(const Received& request) {
    std::string infoHead;
    std::string fileHead;
    DepositedFlow flow{.id = "f-" + client_ + '-' + std::to_string(deposits_.size() + 1),
                       .info = Json::parse(partOf(request, "flowInfo", infoHead)),
                       .file = partOf(request, "file", fileHead)};
    if (!fits("FlowInfo", flow.info)) {
        return Reaction::status(400);
    }
    if (infoHead.find("application/json") == std::string::npos ||
        fileHead.find("filename=") == std::string::npos ||
        flow.info.textOr("sha256") != sha256Of(flow.file)) {
        mistakes_.push_back("parts or digest: " + infoHead + fileHead);
        return Reaction::status(400);
    }
    const auto same = std::find_if(deposits_.begin(), deposits_.end(), [&](const DepositedFlow& one) {
        return one.info.textOr("trackingId") == flow.info.textOr("trackingId");
    });
    if (same != deposits_.end()) {
        return json(400, js("{'type':'AlreadyExistingFlow','message':'already received','status':400}"));
    }
    std::optional<Answered> other;
    if (!next_.empty()) {
        other = next_.front();
        next_.pop_front();
    }
    if (!other || other->taken) {
        flow.acknowledgement = acknowledgement_;
        deposits_.push_back(flow);
    }
    if (other) {
        return other->reaction;
    }
    return json(202, Json::object({{"flowId", flow.id},
                                   {"trackingId", flow.info["trackingId"]},
                                   {"flowSyntax", flow.syntax()}}));
}

Reaction FrenchPlatform::search(const Received& request) {
    const Json body = request.json();
    if (!fits("search", body)) {
        return Reaction::status(400);
    }
    const Json& where = body["where"];
    Json results = Json::array();
    for (const DepositedFlow& flow : deposits_) {
        if (where.optionalText("trackingId") == flow.info.textOr("trackingId")) {
            results.push(Json::object({{"flowId", flow.id},
                                       {"trackingId", flow.info["trackingId"]},
                                       {"acknowledgement", flow.acknowledgement}}));
        }
    }
    const Instant after = Instant::parse(where.textOr("updatedAfter", "1970-01-01T00:00:00Z")).value();
    for (const Incoming& one : incoming_) {
        const auto has = [&](const char* name, const std::string& value) {
            const auto& wanted = where[name].items();
            return std::find(wanted.begin(), wanted.end(), Json(value)) != wanted.end();
        };
        if (!where.contains("trackingId") && has("flowType", one.flow.textOr("flowType")) &&
            has("flowDirection", "In") && Instant::parse(one.flow.textOr("updatedAt")).value() > after) {
            results.push(one.flow);
        }
    }
    return json(200, Json::object({{"limit", body["limit"]}, {"results", results}}));
}

Reaction FrenchPlatform::read(const std::string& target) {
    const std::string prefix = "/flow/flows/";
    const std::string id = target.substr(prefix.size(), target.find('?') - prefix.size());
    if (target.ends_with("?docType=Original")) {
        for (const Incoming& one : incoming_) {
            if (one.flow.textOr("flowId") == id && !one.file.empty()) {
                return Reaction::status(200, "Content-Type: application/octet-stream\r\n", one.file);
            }
        }
    }
    for (const DepositedFlow& flow : deposits_) {
        if (flow.id == id && target.ends_with("?docType=Metadata")) {
            return json(200, Json::object({{"flowId", flow.id}, {"acknowledgement", flow.acknowledgement}}));
        }
    }
    return Reaction::status(404);
}

Reaction FrenchPlatform::look(const Received& request) {
    const std::string siren = request.json()["filters"]["siren"].textOr("value");
    Json results = Json::array();
    for (const auto& [registered, status] : directory_) {
        if (registered == siren) {
            results.push(Json::object({{"addressingIdentifier", siren},
                                       {"siren", siren},
                                       {"legalUnit", js("{'businessName':'Hôtel des Quais'}")},
                                       {"platformType", "WK"},
                                       {"directoryLineStatus", status}}));
        }
    }
    return json(200, Json::object({{"total_number_results", results.size()}, {"results", results}}));
}

std::vector<DepositedFlow> FrenchPlatform::deposits(const std::string& syntax) {
    const std::lock_guard lock(mutex_);
    std::vector<DepositedFlow> found;
    std::copy_if(deposits_.begin(), deposits_.end(), std::back_inserter(found),
                 [&](const DepositedFlow& one) { return syntax.empty() || one.syntax() == syntax; });
    return found;
}

std::vector<DepositedFlow> FrenchPlatform::waitFor(const std::string& syntax, std::size_t count) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    std::vector<DepositedFlow> found = deposits(syntax);
    while (found.size() < count && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        found = deposits(syntax);
    }
    EXPECT_EQ(found.size(), count) << syntax;
    return found;
}

void FrenchPlatform::acknowledge(const Json& acknowledgement) {
    const std::lock_guard lock(mutex_);
    acknowledgement_ = acknowledgement;
    for (DepositedFlow& flow : deposits_) {
        if (flow.acknowledgement.textOr("status") == "Pending") {
            flow.acknowledgement = acknowledgement;
        }
    }
}

std::string FrenchPlatform::bring(const std::string& type, const std::string& file, const Json& more) {
    const Instant now = advanceClock(0);
    const std::lock_guard lock(mutex_);
    const std::string id = "in-" + client_ + '-' + std::to_string(incoming_.size() + 1);
    Json flow = Json::object({{"flowId", id},
                              {"flowType", type},
                              {"flowDirection", "In"},
                              {"updatedAt", now},
                              {"acknowledgement", js("{'status':'Ok'}")}});
    for (const Json::Member& member : more.members()) {
        flow.set(member.name, member.value);
    }
    incoming_.push_back({flow, file});
    return id;
}

void FrenchPlatform::answerNext(const Reaction& reaction, bool taken) {
    const std::lock_guard lock(mutex_);
    next_.push_back({reaction, taken});
}

void FrenchPlatform::enlist(const std::string& siren, const std::string& status) {
    const std::lock_guard lock(mutex_);
    directory_.emplace_back(siren, status);
}

std::vector<std::string> FrenchPlatform::mistakes() {
    const std::lock_guard lock(mutex_);
    return mistakes_;
}

int FrenchPlatform::tokens() {
    const std::lock_guard lock(mutex_);
    return tokens_;
}

std::string statusMessage(const std::string& code, const std::string& number, const std::string& reason) {
    const std::string detail =
        reason.empty() ? std::string()
                       : "<ram:SpecifiedDocumentStatus><ram:ReasonCode>TX_TVA_ERR</ram:ReasonCode>"
                         "<ram:Reason>" +
                             reason + "</ram:Reason></ram:SpecifiedDocumentStatus>";
    return "<rsm:CrossDomainAcknowledgementAndResponse xmlns:rsm='urn:r' xmlns:ram='urn:a' xmlns:udt='urn:u'>"
           "<rsm:ExchangedDocument><ram:IssueDateTime><udt:DateTimeString format='204'>20261125103000"
           "</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument><rsm:AcknowledgementDocument>"
           "<ram:ReferenceReferencedDocument><ram:IssuerAssignedID>" +
           number + "</ram:IssuerAssignedID><ram:ProcessConditionCode>" + code +
           "</ram:ProcessConditionCode>" + detail +
           "</ram:ReferenceReferencedDocument></rsm:AcknowledgementDocument>"
           "</rsm:CrossDomainAcknowledgementAndResponse>";
}

} // namespace svc::test
