#include "describe.hpp"

namespace svc::kassensichv {
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

Json required(std::string_view name, bool secret) {
    return Json::object({{"name", name}, {"type", "string"}, {"secret", secret}});
}

} // namespace

Json describe(Call&, const Json&) {
    Json needed = Json::array({required("serialNumber", false), required("walletId", false)});
    if (Call::settings().textOr("tse", "cloud") == "cloud") {
        needed.push(required("tssId", false));
        needed.push(required("clientId", false));
        needed.push(required("apiKey", true));
        needed.push(required("apiSecret", true));
    }
    return Json::object(
        {{"name", "Kassensicherungsverordnung (TSE, DSFinV-K)"},
         {"country", Country},
         {"kind", "sealing"},
         {"offline", true},
         {"documents", Json::array({"ticket", "invoice", "credit_note"})},
         {"settingsSchema", Json::parse(SettingsSchema)},
         {"requiredSettings", std::move(needed)},
         {"lost", Json::object({{"issue", "readFirst"}, {"credit", "readFirst"}, {"cancel", "readFirst"}})}});
}

} // namespace svc::kassensichv
