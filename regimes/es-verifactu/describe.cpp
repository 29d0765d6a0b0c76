#include "describe.hpp"

namespace svc::verifactu {
namespace {

constexpr std::string_view SettingsSchema = R"({"type":"object","additionalProperties":false,"properties":{
"nif":{"type":"string","pattern":"^[A-Z0-9]{9}$"},
"certificate":{"type":"string","maxLength":60000},
"certificatePassword":{"type":"string","maxLength":200},
"certificateKind":{"type":"string","enum":["person","seal"]},
"producerName":{"type":"string","minLength":1,"maxLength":120},
"producerNif":{"type":"string","pattern":"^[A-Z0-9]{9}$"},
"systemId":{"type":"string","pattern":"^[A-Z0-9]{1,2}$"},
"installation":{"type":"string","minLength":1,"maxLength":100},
"tax":{"type":"string","enum":["01","02","03"]},
"exemption":{"type":"string","enum":["E1","E2","E3","E4","E5","E6"]},
"creditNoteType":{"type":"string","enum":["R1","R2","R3","R4"]}}})";

Json required(std::string_view name, bool isKey) {
    Json one = Json::object({{"name", name}, {"type", isKey ? "key" : "string"}, {"secret", isKey}});
    if (isKey) {
        one.set("use", "clientCertificate");
    }
    return one;
}

} // namespace

Json describe(Call&, const Json&) {
    return Json::object(
        {{"name", "VERI*FACTU"},
         {"country", "ES"},
         {"kind", "reporting"},
         {"offline", true},
         {"documents", Json::array({"ticket", "invoice", "credit_note"})},
         {"settingsSchema", Json::parse(SettingsSchema)},
         {"requiredSettings", Json::array({required("nif", false), required("producerName", false),
                                           required("producerNif", false), required("certificate", true)})},
         {"lost", Json::object({{"issue", "retry"}, {"credit", "retry"}, {"cancel", "retry"}})}});
}

} // namespace svc::verifactu
