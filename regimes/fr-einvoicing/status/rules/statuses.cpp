#include "status/rules/statuses.hpp"

#include <algorithm>
#include <array>

namespace svc::fr_einvoicing {
namespace {

constexpr std::array<LifeStatus, 18> Statuses = {{
    {"200", "Déposée", Effect::Accepted, true},
    {"201", "Émise par la plateforme"},
    {"202", "Reçue par la plateforme"},
    {"203", "Mise à disposition"},
    {"204", "Prise en charge"},
    {"205", "Approuvée"},
    {"206", "Approuvée partiellement"},
    {"207", "En litige"},
    {"208", "Suspendue"},
    {"209", "Complétée"},
    {"210", "Refusée", Effect::Rejected, true},
    {"211", "Paiement transmis"},
    {"212", "Encaissée", Effect::None, true},
    {"213", "Rejetée", Effect::Rejected, true},
    {"214", "Visée"},
    {"220", "Annulée"},
    {"221", "Erreur de routage"},
    {"501", "Irrecevable", Effect::Rejected},
}};

} // namespace

LifeStatus statusOf(std::string_view code) {
    const auto found = std::find_if(Statuses.begin(), Statuses.end(),
                                    [&](const LifeStatus& one) { return one.code == code; });
    return found == Statuses.end() ? LifeStatus{.code = code, .label = {}} : *found;
}

} // namespace svc::fr_einvoicing
