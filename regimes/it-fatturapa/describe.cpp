#include "bindings.hpp"

namespace svc::it_fatturapa {
namespace {

constexpr std::string_view SettingsSchema = R"({"type":"object","additionalProperties":false,"properties":{
"apiKey":{"type":"string","minLength":1,"maxLength":200},
"transmitter":{"type":"string","pattern":"^[A-Z]{2}[A-Z0-9]{2,28}$"},
"filePrefix":{"type":"string","pattern":"^[A-Z0-9]{0,2}$"},
"signatureKey":{"type":"string","maxLength":60000},
"signatureKeyPassword":{"type":"string","maxLength":200},
"signedBy":{"type":"string","enum":["company","intermediary"]},
"signatureForm":{"type":"string","enum":["xades","cades"]},
"taxRegime":{"type":"string","enum":["RF01","RF02","RF04","RF05","RF06","RF07","RF08","RF09","RF10","RF11",
 "RF12","RF13","RF14","RF15","RF16","RF17","RF18","RF19"]},
"fiscalCode":{"type":"string","pattern":"^([0-9]{11}|[A-Z0-9]{16})$"},
"reaOffice":{"type":"string","pattern":"^[A-Z]{2}$"},
"reaNumber":{"type":"string","minLength":1,"maxLength":20},
"shareCapital":{"type":"string","pattern":"^[0-9]{1,11}[.][0-9]{2}$"},
"soleOwner":{"type":"string","enum":["SU","SM"]},
"inLiquidation":{"type":"boolean"},
"documentType":{"type":"string","enum":["TD01","TD06","TD24","TD25","TD26"]},
"vatDue":{"type":"string","enum":["I","D"]},
"splitPayment":{"type":"string","enum":["public","never"]},
"splitPaymentBuyers":{"type":"array","maxItems":1000,"items":{"type":"string","pattern":"^[A-Z]{2}[A-Z0-9]{2,28}$"}},
"stampDuty":{"type":"string","enum":["auto","never"]},
"stampDutyOn":{"type":"array","maxItems":21,"items":{"type":"string","pattern":"^N([1457]|2[.][12]|3[.][1-6]|6[.][1-9])$"}},
"stampDutyAbove":{"type":"string","pattern":"^[0-9]{1,6}[.][0-9]{2}$"},
"stampDutyAmount":{"type":"string","pattern":"^[0-9]{1,6}[.][0-9]{2}$"},
"withholdingType":{"type":"string","enum":["RT01","RT02","RT03","RT04","RT05","RT06"]},
"withholdingRate":{"type":"string","pattern":"^[0-9]{1,2}([.][0-9]{1,2})?$"},
"withholdingReason":{"type":"string","pattern":"^[A-Z][A-Z0-9]?$"},
"natureE":{"type":"string","pattern":"^N([1457]|2[.][12]|3[.][1-6]|6[.][1-9])$"},
"natureO":{"type":"string","pattern":"^N([1457]|2[.][12]|3[.][1-6]|6[.][1-9])$"},
"natureAE":{"type":"string","pattern":"^N([1457]|2[.][12]|3[.][1-6]|6[.][1-9])$"},
"natureG":{"type":"string","pattern":"^N([1457]|2[.][12]|3[.][1-6]|6[.][1-9])$"},
"natureK":{"type":"string","pattern":"^N([1457]|2[.][12]|3[.][1-6]|6[.][1-9])$"},
"natureZ":{"type":"string","pattern":"^N([1457]|2[.][12]|3[.][1-6]|6[.][1-9])$"},
"withoutAddress":{"type":"string","enum":["refuse","allow"]},
"publicOffices":{"type":"array","maxItems":10000,"items":{"type":"object","additionalProperties":false,
 "required":["taxId","code"],"properties":{"taxId":{"type":"string","pattern":"^[A-Z0-9]{11,16}$"},
 "code":{"type":"string","pattern":"^[A-Z0-9]{6}$"},"central":{"type":"boolean"},"active":{"type":"boolean"}}}}
}})";

} // namespace

calls::compliance::RegimeDescription commands::describe(Call&) {
    using calls::compliance::LostAnswer;
    return {
        .name = "FatturaPA (SdI)",
        .country = "IT",
        .kind = calls::compliance::FiscalRegimeKind::Clearance,
        .offline = true,
        .documents = {{"invoice", "credit_note"}},
        .settingsSchema = Json::parse(SettingsSchema),
        .requiredSettings =
            {{.name = "apiKey", .type = "string", .secret = true},
             {.name = "signatureKey", .type = "key", .secret = true, .use = "certificate", .optional = true}},
        .lost = calls::compliance::LostAnswers{.issue = LostAnswer::ReadFirst,
                                               .credit = LostAnswer::ReadFirst,
                                               .cancel = LostAnswer::ReadFirst}};
}

} // namespace svc::it_fatturapa
