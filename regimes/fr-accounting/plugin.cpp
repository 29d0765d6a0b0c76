#include <svc/plugin.hpp>

#include "api/fec_route.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.route("exportFec", svc::fr::exportFecRoute);
}

} // namespace

SVC_PLUGIN("fr-accounting", "1.0.0", start)
