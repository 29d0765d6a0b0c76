#include "connection/store.hpp"

namespace svc::integrations {

commands::PlanUseOutput commands::planUse(Call& call) {
    return {.integrations = countConnections(call)};
}

} // namespace svc::integrations
