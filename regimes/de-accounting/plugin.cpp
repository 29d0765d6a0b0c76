#include <svc/plugin.hpp>

#include "export.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.route("exportDatev", svc::de::exportDatevRoute);
    registry.command("accounting_files.de", svc::de::archiveFilesCommand);
}

} // namespace

SVC_PLUGIN("de-accounting", "1.0.0", start)
