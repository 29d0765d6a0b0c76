#include "describe.hpp"

namespace svc::ci_fne {
namespace {

constexpr std::string_view SettingsSchema = R"({"type":"object","additionalProperties":false,"properties":{
"apiKey":{"type":"string","minLength":1,"maxLength":4000},
"pointOfSale":{"type":"string","minLength":1,"maxLength":100},
"establishment":{"type":"string","minLength":1,"maxLength":200},
"exempt":{"type":"string","enum":["TVAC","TVAD"]}}})";

} // namespace

Json describe(Call&, const Json&) {
    const auto required = [](std::string_view name, bool secret) {
        return Json::object({{"name", name}, {"type", "string"}, {"secret", secret}});
    };
    return Json::object(
        {{"name", "FNE"},
         {"country", "CI"},
         {"kind", "clearance"},
         {"offline", false},
         {"documents", Json::array({"ticket", "invoice", "credit_note"})},
         {"settingsSchema", Json::parse(SettingsSchema)},
         {"requiredSettings", Json::array({required("apiKey", true), required("pointOfSale", false),
                                           required("establishment", false)})},
         {"lost", Json::object({{"issue", "hold"}, {"credit", "hold"}, {"cancel", "hold"}})}});
}

} // namespace svc::ci_fne
