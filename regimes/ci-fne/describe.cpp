#include "bindings.hpp"

namespace svc::ci_fne {
namespace {

using namespace calls::compliance;

constexpr std::string_view SettingsSchema = R"({"type":"object","additionalProperties":false,"properties":{
"apiKey":{"type":"string","minLength":1,"maxLength":4000},
"pointOfSale":{"type":"string","minLength":1,"maxLength":100},
"establishment":{"type":"string","minLength":1,"maxLength":200},
"exempt":{"type":"string","enum":["TVAC","TVAD"]}}})";

} // namespace

RegimeDescription commands::describe(Call&) {
    return {.name = "FNE",
            .country = "CI",
            .kind = FiscalRegimeKind::Clearance,
            .offline = false,
            .documents = {{"ticket", "invoice", "credit_note"}},
            .settingsSchema = Json::parse(SettingsSchema),
            .requiredSettings = {{.name = "apiKey", .type = "string", .secret = true},
                                 {.name = "pointOfSale", .type = "string", .secret = false},
                                 {.name = "establishment", .type = "string", .secret = false}},
            .lost = LostAnswers{.issue = LostAnswer::ReadFirst,
                                .credit = LostAnswer::ReadFirst,
                                .cancel = LostAnswer::ReadFirst}};
}

} // namespace svc::ci_fne
