#include "bindings.hpp"

namespace svc::fr_journal {

/// Stores everything at the company and sends nothing: no authority is involved.
calls::compliance::RegimeDescription commands::describe(Call&) {
    return {.name = "Journal de caisse scellé",
            .country = "FR",
            .kind = calls::compliance::FiscalRegimeKind::Sealing,
            .offline = true,
            .settingsSchema = Json::object(
                {{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}})};
}

} // namespace svc::fr_journal
