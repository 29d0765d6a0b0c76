#include "host/openapi/contract.hpp"

namespace svc::host::openapi {

namespace {

constexpr std::string_view CommonSchemas = R"json({
  "Error": {
    "type": "object",
    "description": "A refusal. Details after a colon in `message` are identifiers, field paths or numbers.",
    "required": ["statusCode", "message", "error"],
    "properties": {
      "statusCode": { "type": "integer" },
      "message": { "type": "string", "description": "Stable code: the part before the first colon." },
      "error": { "type": "string", "description": "Reason phrase of the status." }
    },
    "additionalProperties": false
  },
  "Actor": {
    "description": "Who caused it; null when no caller did.",
    "type": ["object", "null"],
    "required": ["kind", "id"],
    "properties": {
      "kind": { "type": "string", "enum": ["user", "api_key"] },
      "id": { "type": "string" }
    },
    "additionalProperties": false
  }
})json";

} // namespace

const Json& commonSchemas() {
    static const Json schemas = Json::parse(CommonSchemas);
    return schemas;
}

} // namespace svc::host::openapi
