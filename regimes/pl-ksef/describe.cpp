#include "bindings.hpp"

namespace svc::pl_ksef {
namespace {

constexpr std::string_view SettingsSchema = R"({"type":"object","additionalProperties":false,"properties":{
"nip":{"type":"string","pattern":"^[1-9]((\\d[1-9])|([1-9]\\d))\\d{7}$"},
"token":{"type":"string","minLength":1,"maxLength":500},
"certificate":{"type":"string","maxLength":60000},
"certificatePassword":{"type":"string","maxLength":200},
"offlineCertificate":{"type":"string","maxLength":60000},
"offlineCertificatePassword":{"type":"string","maxLength":200},
"testPlatform":{"type":"string","enum":["test","demo"]},
"offline":{"type":"string","enum":["online","offline24","unavailability","emergency","total-failure"]},
"outageEndedOn":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"},
"consumers":{"type":"boolean"},
"cashAccounting":{"type":"boolean"},
"splitPayment":{"type":"boolean"},
"correctionType":{"type":"integer","minimum":1,"maximum":3}}})";

using calls::compliance::RegimeSetting;

RegimeSetting optionalKey(const char* name) {
    return {.name = name, .type = "key", .secret = true, .use = "certificate", .optional = true};
}

} // namespace

calls::compliance::RegimeDescription commands::describe(Call&) {
    using calls::compliance::LostAnswer;
    return {.name = "KSeF 2.0",
            .country = "PL",
            .kind = calls::compliance::FiscalRegimeKind::Clearance,
            .offline = true,
            .documents = {{"invoice", "credit_note"}},
            .settingsSchema = Json::parse(SettingsSchema),
            .requiredSettings = {{.name = "nip", .type = "string", .secret = false},
                                 {.name = "token", .type = "string", .secret = true, .optional = true},
                                 optionalKey("certificate"),
                                 optionalKey("offlineCertificate")},
            .lost = calls::compliance::LostAnswers{
                .issue = LostAnswer::Retry, .credit = LostAnswer::Retry, .cancel = LostAnswer::Retry}};
}

} // namespace svc::pl_ksef
