#include <algorithm>
#include <array>

#include <svc/plugin.hpp>

#include "transmission/transmitting.hpp"

namespace svc::peppol {
namespace {

/// Receivers with a Leitweg-ID require XRechnung and belong to de-xrechnung; receivers with an address of the
/// Italian exchange system belong to it-fatturapa.
bool concerns(std::string_view receiver) {
    constexpr std::array<std::string_view, 4> Others = {"0201:", "0202:", "0204:", "0205:"};
    return receiver.find(':') != std::string_view::npos &&
           std::none_of(Others.begin(), Others.end(),
                        [&](std::string_view scheme) { return receiver.starts_with(scheme); });
}

constexpr transmission::Profile Peppol{.regime = "peppol",
                                       .name = "Peppol",
                                       .country = std::nullopt,
                                       .rules = "peppol",
                                       .concerns = concerns,
                                       .objection = [](const Json&) { return std::string(); }};

Json describe(Call&, const Json&) {
    return transmission::describe(Peppol);
}

Json prepare(Call& call, const Json& input) {
    return transmission::prepare(call, input, Peppol);
}

Json send(Call& call, const Json& input) {
    return transmission::send(call, input, Peppol);
}

void start(Registry& registry) {
    registry.command("regime.peppol.describe", describe);
    registry.command("regime.peppol.prepare", prepare);
    registry.command("regime.peppol.send", send);
    registry.command("regime.peppol.read", transmission::read);
}

} // namespace
} // namespace svc::peppol

SVC_PLUGIN("peppol", "1.0.0", svc::peppol::start)
