#include "bindings.hpp"
#include "platform/settings.hpp"

namespace svc::fr_einvoicing {

calls::compliance::RegimeDescription commands::describe(Call&) {
    using calls::compliance::LostAnswer;
    return {.name = "Facturation électronique",
            .country = "FR",
            .kind = calls::compliance::FiscalRegimeKind::EInvoicing,
            .offline = true,
            .documents = {{"invoice", "credit_note"}},
            .settingsSchema = settingsSchema(),
            .requiredSettings = requiredSettings(),
            .lost = calls::compliance::LostAnswers{
                .issue = LostAnswer::Retry, .credit = LostAnswer::Retry, .cancel = LostAnswer::Retry}};
}

} // namespace svc::fr_einvoicing
