#include <svc/plugin.hpp>

namespace {

using svc::Call;
using svc::Json;

/// Stores everything at the company and sends nothing: no authority is involved.
Json describe(Call&, const Json&) {
    return Json::object({{"name", "Journal de caisse scell\u00e9"},
                         {"country", "FR"},
                         {"kind", "sealing"},
                         {"offline", true},
                         {"settingsSchema", Json::object({{"type", "object"},
                                                          {"additionalProperties", false},
                                                          {"properties", Json::object()}})},
                         {"requiredSettings", Json::array()}});
}

void start(svc::Registry& registry) {
    registry.command("regime.fr-journal.describe", describe);
}

} // namespace

SVC_PLUGIN("fr-journal", "1.0.0", start)
