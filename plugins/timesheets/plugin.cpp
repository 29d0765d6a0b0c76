#include <svc/plugin.hpp>

#include "api/routes.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.route("listTimeEntries", svc::timesheets::listEntriesRoute);
    registry.route("summarizeTimeEntries", svc::timesheets::summaryRoute);
    registry.route("putTimeEntries", svc::timesheets::putEntriesRoute);
    registry.route("deleteTimeEntry", svc::timesheets::deleteEntryRoute);
    registry.route("billTimeEntries", svc::timesheets::billEntriesRoute);

    registry.command("document.time_entry", svc::timesheets::describeEntryCommand);
    registry.command("timesheets.demonstrate", svc::timesheets::demonstrateCommand);

    registry.hook("release", svc::timesheets::releaseHook);
}

} // namespace

SVC_PLUGIN("timesheets", "1.0.0", start)
