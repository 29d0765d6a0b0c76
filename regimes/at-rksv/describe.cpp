#include "describe.hpp"

namespace svc::rksv {

Json describe(Call&, const Json&) {
    return Json::object(
        {{"name", "Registrierkasse (RKSV)"},
         {"country", "AT"},
         {"kind", "sealing"},
         {"offline", true},
         {"documents", Json::array({"ticket", "invoice", "credit_note"})},
         {"settingsSchema", Json::parse(R"({"type":"object","additionalProperties":false,"properties":{)"
                                        R"("cashBoxId":{"type":"string","pattern":"^[A-Za-z0-9-]{1,40}$"},)"
                                        R"("trustProvider":{"type":"string","pattern":"^AT[0-9]{1,2}$"},)"
                                        R"("signatureKey":{"type":"string","maxLength":60000},)"
                                        R"("signatureKeyPassword":{"type":"string","maxLength":200}}})")},
         {"requiredSettings",
          Json::array({Json::object({{"name", "cashBoxId"}, {"type", "string"}, {"secret", false}}),
                       Json::object({{"name", "trustProvider"}, {"type", "string"}, {"secret", false}}),
                       Json::object({{"name", "signatureKey"}, {"type", "key"}, {"secret", true}})})}});
}

} // namespace svc::rksv
