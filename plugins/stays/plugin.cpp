#include <svc/plugin.hpp>

#include "api/routes.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.route("listStays", svc::stays::listStaysRoute);
    registry.route("bookStay", svc::stays::bookStayRoute);
    registry.route("checkInStay", svc::stays::checkInRoute);
    registry.route("checkOutStay", svc::stays::checkOutRoute);
    registry.route("cancelStay", svc::stays::cancelStayRoute);

    registry.command("document.stay", svc::stays::describeStayCommand);
    registry.command("stays.demonstrate", svc::stays::demonstrateCommand);
}

} // namespace

SVC_PLUGIN("stays", "1.0.0", start)
