#include "bindings.hpp"
#include "own_regime.hpp"

namespace svc::de_kassensichv {
namespace {

constexpr std::string_view SettingsSchema = R"({"type":"object","additionalProperties":false,"properties":{
"serialNumber":{"type":"string","pattern":"^[A-Za-z0-9 ._-]{1,68}$"},
"walletId":{"type":"string","pattern":"^wal_[0-9a-z]{26}$"},
"apiKey":{"type":"string","minLength":1,"maxLength":400},
"apiSecret":{"type":"string","minLength":1,"maxLength":400},
"tssId":{"type":"string","pattern":"^[0-9a-f-]{36}$"},
"clientId":{"type":"string","pattern":"^[0-9a-f-]{36}$"},
"taxNumber":{"type":"string","maxLength":20},
"brand":{"type":"string","maxLength":50},
"model":{"type":"string","maxLength":50}}})";

calls::compliance::RegimeSetting required(const char* name, bool secret) {
    return {.name = name, .type = "string", .secret = secret};
}

} // namespace

calls::compliance::RegimeDescription commands::describe(Call&) {
    using calls::compliance::LostAnswer;
    calls::compliance::RegimeDescription told{
        .name = "Kassensicherungsverordnung (TSE, DSFinV-K)",
        .country = std::string(Country),
        .kind = calls::compliance::FiscalRegimeKind::Sealing,
        .offline = true,
        .documents = {{"ticket", "invoice", "credit_note"}},
        .settingsSchema = Json::parse(SettingsSchema),
        .requiredSettings = {required("serialNumber", false), required("walletId", false)},
        .lost = calls::compliance::LostAnswers{.issue = LostAnswer::ReadFirst,
                                               .credit = LostAnswer::ReadFirst,
                                               .cancel = LostAnswer::ReadFirst}};
    if (Call::settings().textOr("tse", "cloud") == "cloud") {
        for (const auto& one : {required("tssId", false), required("clientId", false),
                                required("apiKey", true), required("apiSecret", true)}) {
            told.requiredSettings.push_back(one);
        }
    }
    return told;
}

} // namespace svc::de_kassensichv
