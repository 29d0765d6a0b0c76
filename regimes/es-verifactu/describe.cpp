#include "bindings.hpp"

namespace svc::es_verifactu {
namespace {

using namespace calls::compliance;

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

RegimeSetting required(const char* name) {
    return {.name = name, .type = "string", .secret = false};
}

} // namespace

RegimeDescription commands::describe(Call&) {
    return {.name = "VERI*FACTU",
            .country = "ES",
            .kind = FiscalRegimeKind::Reporting,
            .offline = true,
            .documents = {{"ticket", "invoice", "credit_note"}},
            .settingsSchema = Json::parse(SettingsSchema),
            .requiredSettings =
                {required("nif"),
                 required("producerName"),
                 required("producerNif"),
                 {.name = "certificate", .type = "key", .secret = true, .use = "clientCertificate"}},
            .lost = LostAnswers{
                .issue = LostAnswer::Retry, .credit = LostAnswer::Retry, .cancel = LostAnswer::Retry}};
}

} // namespace svc::es_verifactu
