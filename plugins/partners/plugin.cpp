#include <svc/plugin.hpp>

#include "api/commands.hpp"
#include "api/routes.hpp"

namespace {

void start(svc::Registry& registry) {
    using namespace svc::partners;
    registry.route("listPartners", listPartners);
    registry.route("createPartner", createPartner);
    registry.route("getPartner", getPartner);
    registry.route("updatePartner", updatePartner);

    registry.command("partners.get", getCommand);
    registry.command("partners.names", namesCommand);
    registry.command("partners.find", findCommand);
    registry.command("partners.adjust_balance", adjustBalanceCommand);
    registry.command("document.partner", documentCommand);
    registry.command("import.partners", importCommand);
    registry.command("archive.partners", archiveCommand);
    registry.command("partners.plan_use", planUseCommand);
    registry.command("partners.demonstrate", demonstrateCommand);
}

} // namespace

SVC_PLUGIN("partners", "1.0.0", start)
