#pragma once

#include <string>
#include <vector>

namespace svc::host::app {

// Commands about packages of plugins (docs/operations/plugin-packages.md). They print `refused: <code>:
// <sentence>` and return 3 when the package is refused, 4 when it conflicts with what is installed, 5 when
// the system refuses, 2 for a wrong use.

/// `svc-host plugins pack DIR --key FILE --publisher NAME [--to DIR]`
int packCommand(const std::vector<std::string>& words);
/// `svc-host plugins sign FILE --key FILE`
int signCommand(const std::vector<std::string>& words);
/// `svc-host plugins verify FILE` or `--all`
int verifyPackagesCommand(const std::vector<std::string>& words);
/// `svc-host plugins install FILE [--accept-permissions DIGEST] [--yes] [--allow-downgrade]`
int installCommand(const std::vector<std::string>& words);
/// `svc-host plugins upgrade FILE`, with the same options.
int upgradeCommand(const std::vector<std::string>& words);
/// `svc-host plugins rollback ID`
int rollbackCommand(const std::vector<std::string>& words);
/// `svc-host plugins remove ID`
int removeCommand(const std::vector<std::string>& words);
/// `svc-host plugins permissions ID [--json]`
int permissionsCommand(const std::vector<std::string>& words);
/// `svc-host plugins prune [--keep N]`
int pruneCommand(const std::vector<std::string>& words);

} // namespace svc::host::app
