#include "host/openapi/shared_parts.hpp"

namespace svc::host::openapi {

namespace {

constexpr std::string_view Parameters = R"json({
  "IdempotencyKey": {
    "name": "Idempotency-Key", "in": "header", "required": false,
    "description": "Makes the write safe to repeat: for 24 hours the same key gives the stored answer.",
    "schema": { "type": "string", "minLength": 8, "maxLength": 200 }
  },
  "DryRun": {
    "name": "Svc-Dry-Run", "in": "header", "required": false,
    "description": "true: every check and the whole operation, then nothing is kept. The answer is 200 with result, events and postings.",
    "schema": { "type": "string", "enum": ["true", "false"] }
  },
  "Version": {
    "name": "Svc-Version", "in": "header", "required": false,
    "description": "Version of the API; default: the one pinned to the key.",
    "schema": { "type": "string", "enum": ["3.0"] }
  },
  "RequestId": {
    "name": "X-Request-Id", "in": "header", "required": false,
    "description": "Echoed when it has the allowed form.",
    "schema": { "type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$" }
  },
  "Language": {
    "name": "Accept-Language", "in": "header", "required": false,
    "description": "Language of generated wording: en, fr, de.",
    "schema": { "type": "string" }
  }
})json";

constexpr std::string_view Headers = R"json({
  "X-Request-Id": { "description": "Identifier of the request.", "schema": { "type": "string" } },
  "Svc-Version": { "description": "Version that answered.", "schema": { "type": "string" } },
  "RateLimit-Limit": { "description": "Requests per minute.", "schema": { "type": "integer" } },
  "RateLimit-Remaining": { "description": "Requests left in this minute.", "schema": { "type": "integer" } },
  "RateLimit-Reset": { "description": "Seconds until more requests fit.", "schema": { "type": "integer" } },
  "Retry-After": { "description": "Seconds to wait.", "schema": { "type": "integer" } },
  "Idempotent-Replay": { "description": "true on a stored answer.", "schema": { "type": "string" } },
  "Idempotent-Body-Mismatch": { "description": "true when the stored answer belongs to another body or query.", "schema": { "type": "string" } },
  "Svc-Ignored-Fields": { "description": "Paths of body fields that are not known, at most 10.", "schema": { "type": "string" } },
  "Svc-Ignored-Parameters": { "description": "Parameters of the query that are not known, at most 10.", "schema": { "type": "string" } },
  "Svc-Missing-Scope": { "description": "The scope that the caller lacks; of several separated by commas any one would do.", "schema": { "type": "string" } },
  "X-Total-Count": { "description": "Rows before limit and offset, at most 10000.", "schema": { "type": "integer" } },
  "X-Total-Count-Exact": { "description": "false when there are more than 10000 rows; else left out.", "schema": { "type": "string" } },
  "Allow": { "description": "Methods of the path.", "schema": { "type": "string" } }
})json";

struct Refusal {
    std::string_view status;
    std::string_view name;
    std::string_view description;
    bool retryAfter;
    std::string_view code; ///< an example of its codes
    std::string_view reason;
};
constexpr Refusal Refusals[] = {
    {"400", "BadRequest", "The request is malformed, or a business rule refuses it.", false,
     "field-required:name", "Bad Request"},
    {"401", "Unauthorized", "The key or session is missing, unknown, revoked or expired.", false,
     "api-key-invalid", "Unauthorized"},
    {"403", "Forbidden", "The caller may not do this.", false, "forbidden", "Forbidden"},
    {"404", "NotFound", "No such route, company or record.", false, "not-found", "Not Found"},
    {"409", "InFlight", "The same request is still running: wait and send again.", true, "in-flight",
     "Conflict"},
    {"412", "VersionMismatch", "If-Match was sent and the record changed since.", false, "version-mismatch",
     "Precondition Failed"},
    {"413", "BodyTooLarge", "The body is too large.", false, "body-too-large", "Payload Too Large"},
    {"415", "ContentTypeUnsupported", "The body is not of an accepted type.", false,
     "content-type-unsupported", "Unsupported Media Type"},
    {"429", "TooManyRequests", "Too many requests: wait.", true, "too-many-requests", "Too Many Requests"},
    {"500", "InternalError", "Fault of the service.", false, "internal-error", "Internal Server Error"},
    {"503", "NotReady",
     "Starting, stopping, the database does not answer, or the request has taken too long: wait.", true,
     "not-ready", "Service Unavailable"},
};

Json exampleOf(const Refusal& refusal) {
    return Json::object({{"statusCode", Json::number(std::string(refusal.status))},
                         {"message", refusal.code},
                         {"error", refusal.reason}});
}

bool isSystem(const Operation& operation) {
    return operation.plugin == "service";
}

} // namespace

Json sharedParameters() {
    return Json::parse(Parameters);
}

Json sharedHeaders() {
    return Json::parse(Headers);
}

Json sharedResponses() {
    Json responses = Json::object();
    for (const Refusal& refusal : Refusals) {
        Json headers = Json::object();
        const auto add = [&](std::string_view name) {
            headers.set(name, Json::object({{"$ref", "#/components/headers/" + std::string(name)}}));
        };
        add("X-Request-Id");
        add("Svc-Version");
        if (refusal.retryAfter) {
            add("Retry-After");
        }
        if (refusal.status == "403") {
            add("Svc-Missing-Scope");
        }
        Json content =
            Json::object({{"application/json",
                           Json::object({{"schema", Json::object({{"$ref", "#/components/schemas/Error"}})},
                                         {"example", exampleOf(refusal)}})}});
        responses.set(refusal.name, Json::object({{"description", refusal.description},
                                                  {"headers", std::move(headers)},
                                                  {"content", std::move(content)}}));
    }
    return responses;
}

std::vector<std::string_view> sharedParametersOf(const Operation& operation) {
    std::vector<std::string_view> names;
    if (operation.takesIdempotencyKey()) {
        names.emplace_back("IdempotencyKey");
        if (operation.dryRun) {
            names.emplace_back("DryRun");
        }
    }
    names.insert(names.end(), {"Version", "RequestId", "Language"});
    return names;
}

std::vector<std::string_view> sharedHeadersOf(const Operation& operation, std::string_view status) {
    std::vector<std::string_view> names{"X-Request-Id", "Svc-Version"};
    if (isSystem(operation) || status.empty() || status[0] != '2') {
        return names;
    }
    names.insert(names.end(), {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"});
    if (operation.takesIdempotencyKey()) {
        names.insert(names.end(), {"Idempotent-Replay", "Idempotent-Body-Mismatch"});
    }
    names.emplace_back("Svc-Ignored-Parameters");
    if (operation.acceptsJson()) {
        names.emplace_back("Svc-Ignored-Fields");
    }
    if (operation.paging == Operation::Paging::Array || operation.paging == Operation::Paging::Page) {
        names.insert(names.end(), {"X-Total-Count", "X-Total-Count-Exact"});
    }
    return names;
}

std::vector<std::pair<std::string_view, std::string_view>> sharedAnswersOf(const Operation& operation) {
    std::vector<std::pair<std::string_view, std::string_view>> answers;
    const bool identified = operation.callers != Operation::Callers::Public;
    for (const Refusal& refusal : Refusals) {
        const std::string_view status = refusal.status;
        const bool has = ((status == "401" || status == "403") && (identified || operation.provesAccount)) ||
                         (status == "409" && operation.takesIdempotencyKey()) ||
                         (status == "412" && operation.method == "PATCH") ||
                         ((status == "413" || status == "415") && operation.hasBody) || status == "400" ||
                         status == "404" || status == "429" || status == "500" || status == "503";
        if (has) {
            answers.emplace_back(status, refusal.name);
        }
    }
    return answers;
}

Json webhookOf(const EventType& type) {
    const auto wording = type.descriptions.find("en");
    const auto text = [] { return Json::object({{"type", "string"}}); };
    Json properties = Json::object();
    properties.set("id", text());
    properties.set("type", Json::object({{"type", "string"}, {"const", type.type}}));
    properties.set("apiVersion", text());
    properties.set("createdAt", Json::object({{"type", "string"}, {"format", "date-time"}}));
    properties.set("companyId", text());
    properties.set("object", Json::object({{"type", "string"}, {"const", type.object}}));
    properties.set("objectId", text());
    properties.set("data", Json::object({{"$ref", "#/components/schemas/" + type.schema}}));
    Json envelope = Json::object({{"type", "object"}, {"properties", std::move(properties)}});
    Json content = Json::object({{"application/json", Json::object({{"schema", std::move(envelope)}})}});
    Json answers = Json::object({{"2XX", Json::object({{"description", "Received."}})},
                                 {"4XX", Json::object({{"description", "Refused: tried again later."}})}});
    std::string id = "event";
    bool upper = true;
    for (const char c : type.type) {
        if (c == '.' || c == '_' || c == '-') {
            upper = true;
            continue;
        }
        id += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        upper = false;
    }
    Json post = Json::object();
    post.set("operationId", id);
    post.set("summary", wording == type.descriptions.end() ? type.type : wording->second);
    post.set("tags", Json::array({type.module}));
    post.set("security", Json::array());
    post.set("requestBody", Json::object({{"content", std::move(content)}}));
    post.set("responses", std::move(answers));
    post.set("x-since", type.since);
    return Json::object({{"post", std::move(post)}});
}

} // namespace svc::host::openapi
