#include "host/http/pipeline/service_routes.hpp"

namespace svc::host::http {

namespace {

constexpr std::string_view ServiceDocument = R"json({
  "paths": {
    "/health": { "get": { "operationId": "getHealth", "summary": "Is the process alive", "x-caller": "public",
      "responses": { "200": { "description": "It is.", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ServiceState" } } } } } } },
    "/ready": { "get": { "operationId": "getReadiness", "summary": "Can it take requests", "x-caller": "public",
      "responses": { "200": { "description": "It can.", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ServiceState" } } } } } } },
    "/metrics": { "get": { "operationId": "getMetrics", "summary": "Figures for Prometheus", "x-caller": "public",
      "description": "Only for loopback and the addresses of server.metricsAllow.",
      "responses": { "200": { "description": "Text format of Prometheus.", "content": { "text/plain": { "schema": { "type": "string" } } } },
                     "403": { "$ref": "#/components/responses/Forbidden" } } } },
    "/openapi.json": { "get": { "operationId": "getOpenApi", "summary": "This document", "x-caller": "public",
      "description": "The routes of the enabled plugins.",
      "responses": { "200": { "description": "OpenAPI 3.1.0.", "content": { "application/json": { "schema": { "type": "object" } } } } } } },
    "/versions": { "get": { "operationId": "listVersions", "summary": "Versions of the API", "x-caller": "public",
      "responses": { "200": { "description": "All versions.", "content": { "application/json": { "schema": { "type": "array", "items": { "$ref": "#/components/schemas/ApiVersion" } } } } } } } }
  },
  "components": { "schemas": {
    "ServiceState": { "type": "object", "required": ["status"], "properties": { "status": { "type": "string", "enum": ["ok", "ready"] },
      "refusedPlugins": { "type": "array", "description": "Only /ready: enabled plugins that are not used; the log tells why.", "items": { "type": "string" } } } },
    "ApiVersion": { "type": "object", "required": ["version", "state", "since", "sunset"], "properties": {
      "version": { "type": "string" },
      "state": { "type": "string", "enum": ["preview", "current", "deprecated", "retired"] },
      "since": { "type": "string", "format": "date" },
      "sunset": { "type": ["string", "null"], "format": "date" } } }
  } }
})json";

Answer jsonAnswer(std::string_view body) {
    return {.headers = {{"Content-Type", "application/json"}}, .body = std::string(body)};
}

// Behind a proxy on this machine every client seems to be on loopback; the proxy's headers show it.
bool isForwarded(const RawRequest& request) {
    return request.header("X-Forwarded-For").has_value() || request.header("Forwarded").has_value();
}

Answer documentAnswer(const openapi::ServedDocument& document, const RawRequest& request) {
    Answer answer = jsonAnswer({});
    answer.headers.emplace_back("ETag", document.etag);
    answer.headers.emplace_back("Cache-Control", "no-cache");
    answer.headers.emplace_back("Vary", "Accept-Encoding");
    if (request.header("If-None-Match").value_or("").find(document.etag) != std::string_view::npos) {
        answer.status = 304;
        return answer;
    }
    if (request.header("Accept-Encoding").value_or("").find("gzip") != std::string_view::npos) {
        answer.headers.emplace_back("Content-Encoding", "gzip");
        answer.body = document.compressed;
    } else {
        answer.body = document.text;
    }
    return answer;
}

} // namespace

openapi::Contract serviceContract() {
    return openapi::Contract::parse("service", Json::parse(ServiceDocument));
}

ServiceAnswers serviceAnswers(ServiceSources sources) {
    ServiceAnswers answers;
    answers["getHealth"] = [](const ServiceRequest&) { return jsonAnswer(R"({"status":"ok"})"); };
    answers["getReadiness"] = [ready = sources.ready,
                               &refused = sources.refusedPlugins](const ServiceRequest&) -> Answer {
        if (!ready()) {
            throw notReady();
        }
        Json state = Json::object({{"status", "ready"}});
        if (!refused.empty()) {
            Json names = Json::array();
            for (const std::string& id : refused) {
                names.push(Json(id));
            }
            state.set("refusedPlugins", std::move(names));
        }
        return jsonAnswer(state.dump());
    };
    answers["getMetrics"] = [sources](const ServiceRequest& request) -> Answer {
        const bool local =
            isLoopback(request.client) && isLoopback(request.raw.peer) && !isForwarded(request.raw);
        if (!local && !sources.metricsAllow.contains(request.client)) {
            throw Refused(403, "forbidden");
        }
        return {.headers = {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}},
                .body = sources.metrics.expose()};
    };
    answers["getOpenApi"] = [&document = sources.document](const ServiceRequest& request) {
        return documentAnswer(document, request.raw);
    };
    answers["listVersions"] = [](const ServiceRequest&) {
        return jsonAnswer(R"([{"version":"3.0","state":"current","since":"2026-11-01","sunset":null}])");
    };
    return answers;
}

} // namespace svc::host::http
