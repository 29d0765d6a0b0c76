#include "host/app/program.hpp"

#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "host/app/command_line.hpp"
#include "host/app/company_command.hpp"
#include "host/app/listen_command.hpp"
#include "host/app/plugin_commands.hpp"
#include "host/app/reencrypt_command.hpp"
#include "host/app/regimes_command.hpp"
#include "host/app/serve_command.hpp"
#include "host/app/verify_command.hpp"

namespace svc::host::app {
namespace {

constexpr const char* Help = R"(svc-host: the business management service

  svc-host serve                   starts the service; prints "ready <url>" when it serves, ends on SIGTERM
  svc-host check-config [FILE]     names every mistake of the configuration with its line; exits 0 or 1
  svc-host plugins list [--json]   the plugins of this installation: version, state, requirements, why refused
  svc-host plugins describe ID     what a plugin brings: operations, scopes, events, commands, settings
  svc-host plugins probe LIBRARY…  opens libraries as the service would, each in a process of its own
  svc-host migrate                 brings the database to the schema of this version
           [--dry-run]             tries it in a transaction that is rolled back, and shows what would fail
           [--phase expand|contract]
  svc-host company create          makes a company and its owner; works while the service runs
           --name NAME --country CODE --owner-email ADDRESS
           prints the JSON of first-run.json: identifiers, keys, and the password of a new owner
  svc-host verify                  checks that books, tills, stock, partners, numbers and events agree; a line
           [--company ID]          for each thing that does not; works while the service runs
           [--without-modules]     leaves out what modules check with code: the seal of the journal
           [--statements]          prints the statements of the checks as a script for psql, and runs none
  svc-host regimes check ID…       runs the vectors of regimes and shows what is missing before a company may go
           [--company ID]          live with them; exits 0 when nothing is
  svc-host reencrypt               seals every secret of the database under the newest master key
           [--add-key]             only adds a key to the key file
  svc-host listen --forward-to URL --company ID
           [--url URL]             posts the events of a company, signed as webhooks are, to a program on this
           [--events TYPES]        machine; prints the secret. The API key stands in SVC_KEY or --key;
           [--from-start] [--bookmark FILE]   --bookmark: goes on where it was stopped
  svc-host openapi                 prints the OpenAPI 3.1 document of the enabled plugins

Every command takes --config FILE (else SVC_CONFIG, else config/svc.yaml). SVC_PORT and SVC_DATA win over the
configuration. Exit codes: 0 done, 1 the configuration or the service failed, 2 usage, 3 refused,
4 serve was told to stop and work was still running at the end of server.drainSeconds (it is rolled back).
)";

int run(const std::vector<std::string>& words) {
    const std::string command = words.empty() ? "--help" : words.front();
    const std::vector<std::string> rest(words.begin() + (words.empty() ? 0 : 1), words.end());
    if (command == "--help" || command == "-h" || command == "help") {
        std::cout << Help;
        return 0;
    }
    if (command == "serve") {
        return serveCommand(rest);
    }
    if (command == "check-config") {
        return checkConfigCommand(rest);
    }
    if (command == "plugins") {
        return pluginsCommand(rest);
    }
    if (command == "migrate") {
        return migrateCommand(rest);
    }
    if (command == "verify") {
        return verifyCommand(rest);
    }
    if (command == "regimes") {
        return regimesCommand(rest);
    }
    if (command == "reencrypt") {
        return reencryptCommand(rest);
    }
    if (command == "listen") {
        return listenCommand(rest);
    }
    if (command == "openapi") {
        return openapiCommand(rest);
    }
    if (command == "company" && !rest.empty() && rest.front() == "create") {
        return createCompanyCommand({rest.begin() + 1, rest.end()});
    }
    throw UsageError("unknown command " + command);
}

/// Disables core files, because the memory of a command holds the master key and decrypted secrets. The limit
/// does not apply when the kernel pipes the dump to a program (core(5)), so coredump_filter leaves all memory
/// out of such a dump.
void leaveNoCore() {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    std::ofstream("/proc/self/coredump_filter") << 0;
}

} // namespace

int runProgram(int count, char** words) {
    leaveNoCore();
    try {
        return run(std::vector<std::string>(words + 1, words + count));
    } catch (const UsageError& error) {
        std::cerr << "svc-host: " << error.what()
                  << "\nsvc-host --help shows the commands and their options\n";
        return 2;
    } catch (const std::exception& error) {
        std::cerr << "svc-host: " << error.what() << '\n';
        return 1;
    }
}

} // namespace svc::host::app
