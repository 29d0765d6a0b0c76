#include <svc/plugin.hpp>

#include "export.hpp"

namespace {

void start(svc::Registry& registry) {
    registry.route("exportFec", svc::fr::exportFecRoute);
    registry.command("accounting_files.fr", svc::fr::archiveFilesCommand);
}

} // namespace

SVC_PLUGIN("fr-accounting", "1.0.0", start)
