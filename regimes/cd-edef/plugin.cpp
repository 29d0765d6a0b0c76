#include <svc/plugin.hpp>

#include "emcf/certifying.hpp"
#include "emcf/vectors.hpp"
#include "profile.hpp"

namespace {

using svc::Call;
using svc::Json;
using svc::cd_edef::profile;

void start(svc::Registry& registry) {
    registry.command("regime.cd-edef.describe",
                     [](Call&, const Json&) { return svc::emcf::describe(profile()); });
    registry.command("regime.cd-edef.check",
                     [](Call&, const Json& given) { return svc::emcf::checkVector(profile(), given); });
    registry.command("regime.cd-edef.send",
                     [](Call& call, const Json& input) { return svc::emcf::send(call, input, profile()); });
    registry.command("regime.cd-edef.read",
                     [](Call& call, const Json& input) { return svc::emcf::read(call, input, profile()); });
}

} // namespace

SVC_PLUGIN("cd-edef", "1.0.0", start)
