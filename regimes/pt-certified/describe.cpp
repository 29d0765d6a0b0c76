#include "describe.hpp"

namespace svc::pt_certified {
namespace {

constexpr std::string_view SettingsSchema = R"({"type":"object","additionalProperties":false,"properties":{
"softwareCertificate":{"type":"string","pattern":"^[0-9]{1,8}$"},
"signatureKey":{"type":"string","maxLength":60000},
"signatureKeyPassword":{"type":"string","maxLength":200},
"region":{"type":"string","enum":["PT","PT-AC","PT-MA"]},
"series":{"type":"object","additionalProperties":{"type":"string","pattern":"^[A-Z0-9]{8,}$"}}}})";

} // namespace

Json describe(Call&, const Json&) {
    const auto required = [](std::string_view name, std::string_view type, bool secret) {
        return Json::object({{"name", name}, {"type", type}, {"secret", secret}});
    };
    return Json::object({{"name", "Software certificado (AT)"},
                         {"country", "PT"},
                         {"kind", "sealing"},
                         {"offline", true},
                         {"documents", Json::array({"ticket", "invoice", "credit_note"})},
                         {"settingsSchema", Json::parse(SettingsSchema)},
                         {"requiredSettings", Json::array({required("softwareCertificate", "string", false),
                                                           required("signatureKey", "key", true),
                                                           required("series", "object", false)})}});
}

} // namespace svc::pt_certified
