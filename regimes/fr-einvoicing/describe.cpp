#include "describe.hpp"

#include "platform/settings.hpp"

namespace svc::fr_einvoicing {

Json describe(Call&, const Json&) {
    return Json::object(
        {{"name", "Facturation électronique"},
         {"country", "FR"},
         {"kind", "e-invoicing"},
         {"offline", true},
         {"documents", Json::array({"invoice", "credit_note"})},
         {"settingsSchema", settingsSchema()},
         {"requiredSettings", requiredSettings()},
         {"lost", Json::object({{"issue", "retry"}, {"credit", "retry"}, {"cancel", "retry"}})}});
}

} // namespace svc::fr_einvoicing
