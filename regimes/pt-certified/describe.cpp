#include "bindings.hpp"

namespace svc::pt_certified {
namespace {

constexpr std::string_view SettingsSchema = R"({"type":"object","additionalProperties":false,"properties":{
"softwareCertificate":{"type":"string","pattern":"^[0-9]{1,8}$"},
"signatureKey":{"type":"string","maxLength":60000},
"signatureKeyPassword":{"type":"string","maxLength":200},
"region":{"type":"string","enum":["PT","PT-AC","PT-MA"]},
"series":{"type":"object","additionalProperties":{"type":"string","pattern":"^[A-Z0-9]{8,}$"}}}})";

} // namespace

calls::compliance::RegimeDescription commands::describe(Call&) {
    return {.name = "Software certificado (AT)",
            .country = "PT",
            .kind = calls::compliance::FiscalRegimeKind::Sealing,
            .offline = true,
            .documents = {{"ticket", "invoice", "credit_note"}},
            .settingsSchema = Json::parse(SettingsSchema),
            .requiredSettings = {{.name = "softwareCertificate", .type = "string", .secret = false},
                                 {.name = "signatureKey", .type = "key", .secret = true, .algorithm = "RS1"},
                                 {.name = "series", .type = "object", .secret = false}}};
}

} // namespace svc::pt_certified
