#include "platform/settings.hpp"

namespace svc::fr_einvoicing {
namespace {

constexpr std::int64_t UsualDelay = 3;

constexpr std::string_view Schema = R"({"type":"object","additionalProperties":false,"properties":{
"siren":{"type":"string","pattern":"^[0-9]{9}$"},
"platformId":{"type":"string","pattern":"^[A-Za-z0-9-]{1,20}$"},
"platformName":{"type":"string","minLength":1,"maxLength":100},
"clientId":{"type":"string","minLength":1,"maxLength":400},
"clientSecret":{"type":"string","minLength":1,"maxLength":4000},
"baseUrl":{"type":"string","pattern":"^https?://","maxLength":400},
"tokenUrl":{"type":"string","pattern":"^https?://","maxLength":400},
"directoryUrl":{"type":"string","pattern":"^https?://","maxLength":400},
"organizationId":{"type":"string","minLength":1,"maxLength":100},
"syntax":{"type":"string","enum":["CII","UBL","Factur-X"]},
"flowProfile":{"type":"string","enum":["Basic","CIUS","Extended-CTC-FR"]},
"statusProfile":{"type":"string","minLength":1,"maxLength":200},
"incomingDirection":{"type":"string","enum":["In","Out"]},
"refusalCode":{"type":"string","minLength":1,"maxLength":40},
"receive":{"type":"boolean"},
"paymentStatus":{"type":"string","enum":["services","all"]},
"vatOnDebits":{"type":"boolean"},
"vatRegime":{"type":"string","enum":["monthly","quarterly","simplified","franchise"]},
"reportFrom":{"type":"string","format":"date"},
"reportDelayDays":{"type":"integer","minimum":1,"maximum":9}}})";

std::string withoutSlash(std::string url) {
    while (url.ends_with('/')) {
        url.pop_back();
    }
    return url;
}

/// The address that the company has set, else that of the installation.
std::string addressIn(const Json& given, std::string_view name) {
    return withoutSlash(given.textOr(name, Call::settings().textOr(name)));
}

calls::compliance::RegimeSetting required(std::string_view name, bool secret) {
    return {.name = std::string(name), .type = "string", .secret = secret};
}

} // namespace

Settings settingsOf(const Json& given) {
    Settings settings;
    settings.siren = given.textOr("siren");
    settings.platformId = given.textOr("platformId");
    settings.platformName = given.textOr("platformName", settings.platformId);
    settings.clientId = given.textOr("clientId");
    settings.clientSecret = given.textOr("clientSecret");
    settings.flowUrl = addressIn(given, "baseUrl");
    settings.tokenUrl = addressIn(given, "tokenUrl");
    settings.directoryUrl = addressIn(given, "directoryUrl");
    settings.organization = given.textOr("organizationId");
    settings.syntax = given.textOr("syntax", "UBL");
    settings.flowProfile = given.textOr("flowProfile", "CIUS");
    settings.statusProfile = given.textOr("statusProfile", "urn.cpro.gouv.fr:1p0:CDV:invoice");
    settings.incomingDirection = given.textOr("incomingDirection", "In");
    settings.refusalCode = given.textOr("refusalCode", "AUTRE");
    settings.receives = given.optionalBool("receive").value_or(true);
    settings.allPayments = given.textOr("paymentStatus") == "all";
    settings.vatOnDebits = given.optionalBool("vatOnDebits").value_or(false);
    settings.vatRegime = vatRegimeOf(given.textOr("vatRegime"));
    settings.reportFrom = Date::parse(given.textOr("reportFrom"));
    settings.reportDelayDays = given.optionalInteger("reportDelayDays").value_or(UsualDelay);
    return settings;
}

std::optional<Settings> enabledSettings(Call& call) {
    const auto own = calls::compliance::fiscalRegime(call, {.regime = std::string(RegimeId)});
    return own && own->state == calls::compliance::FiscalRegimeState::Enabled
               ? std::optional(settingsOf(own->settings))
               : std::nullopt;
}

Json settingsSchema() {
    return Json::parse(Schema);
}

std::vector<calls::compliance::RegimeSetting> requiredSettings() {
    std::vector all = {required("siren", false), required("platformId", false), required("clientId", false),
                       required("clientSecret", true)};
    const Json installation = Call::settings();
    for (const std::string_view address : {"baseUrl", "tokenUrl"}) {
        if (!installation.optionalText(address)) {
            all.push_back(required(address, false));
        }
    }
    return all;
}

} // namespace svc::fr_einvoicing
