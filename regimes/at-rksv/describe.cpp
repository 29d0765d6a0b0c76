#include "bindings.hpp"

namespace svc::at_rksv {

calls::compliance::RegimeDescription commands::describe(Call&) {
    return {.name = "Registrierkasse (RKSV)",
            .country = "AT",
            .kind = calls::compliance::FiscalRegimeKind::Sealing,
            .offline = true,
            .documents = {{"ticket", "invoice", "credit_note"}},
            .settingsSchema = Json::parse(R"({"type":"object","additionalProperties":false,"properties":{)"
                                          R"("cashBoxId":{"type":"string","pattern":"^[A-Za-z0-9-]{1,40}$"},)"
                                          R"("trustProvider":{"type":"string","pattern":"^AT[0-9]{1,2}$"},)"
                                          R"("signatureKey":{"type":"string","maxLength":60000},)"
                                          R"("signatureKeyPassword":{"type":"string","maxLength":200}}})"),
            .requiredSettings = {{.name = "cashBoxId", .type = "string", .secret = false},
                                 {.name = "trustProvider", .type = "string", .secret = false},
                                 {.name = "signatureKey",
                                  .type = "key",
                                  .secret = true,
                                  .use = "certificate",
                                  .algorithm = "ES256"}}};
}

} // namespace svc::at_rksv
