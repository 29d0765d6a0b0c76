#include "host/app/commands.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

#include "host/app/backup_command.hpp"
#include "host/app/check_config_command.hpp"
#include "host/app/command_line.hpp"
#include "host/app/company_command.hpp"
#include "host/app/listen_command.hpp"
#include "host/app/package_commands.hpp"
#include "host/app/plugin_commands.hpp"
#include "host/app/reencrypt_command.hpp"
#include "host/app/regimes_command.hpp"
#include "host/app/serve_command.hpp"
#include "host/app/verify_command.hpp"
#include "host/config/nearest.hpp"

namespace svc::host::app {
namespace {

constexpr std::size_t NameWidth = 20;

constexpr std::string_view Everywhere =
    R"(Every command takes --config FILE (else SVC_CONFIG, else config/svc.yaml). SVC_PORT and SVC_DATA win
over the configuration. Exit codes: 0 done, 1 the configuration or the service failed, 2 usage, 3 refused,
4 serve was told to stop and work was still running at the end of server.drainSeconds (it is rolled back),
or a package conflicts with what is installed, 5 a package cannot be read or written.
)";

/// The words without those that ask for help.
std::vector<std::string> withoutHelp(const std::vector<std::string>& words) {
    std::vector<std::string> left;
    std::remove_copy_if(words.begin(), words.end(), std::back_inserter(left), isHelp);
    return left;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

/// Commands whose name is `words` or begins with them.
std::vector<const Command*> commandsOf(const std::string& words) {
    std::vector<const Command*> found;
    for (const Command& command : commands()) {
        if (command.name == words || command.name.starts_with(words + ' ')) {
            found.push_back(&command);
        }
    }
    return found;
}

[[noreturn]] void refuseUnknown(const std::vector<std::string>& words) {
    const std::string first = words.empty() ? "" : words.front();
    if (const auto group = commandsOf(first); !words.empty() && !group.empty()) {
        std::string names;
        for (const Command* command : group) {
            names += (names.empty() ? "" : ", ") + std::string(command->name);
        }
        throw UsageError((words.size() > 1 ? "unknown command " + first + ' ' + words[1] : first + " alone") +
                         ": expected " + names);
    }
    std::vector<std::string_view> names;
    for (const Command& command : commands()) {
        names.push_back(command.name.substr(0, command.name.find(' ')));
    }
    throw UsageError("unknown command " + first + config::didYouMean(first, names));
}

std::string helpOf(const Command& command) {
    std::ostringstream text;
    text << "svc-host " << command.name << (command.arguments.empty() ? "" : " ") << command.arguments
         << "\n\n"
         << command.more << "\n\nExample:\n";
    std::istringstream example{std::string(command.example)};
    for (std::string line; std::getline(example, line);) {
        text << "  " << line << '\n';
    }
    return text.str();
}

} // namespace

bool isHelp(const std::string& word) {
    return word == "--help" || word == "-h";
}

const std::vector<Command>& commands() {
    static const std::vector<Command> all{
        {"serve", serveCommand, "[--config FILE]",
         "starts the service; prints \"ready <url>\" when it serves, ends on SIGTERM",
         R"(Starts the service: checks the configuration as check-config does, starts the private PostgreSQL or
connects to the server of the configuration, applies pending migrations, and prints "ready <url>" when it
answers requests. With `database.migrations: command` it applies nothing: exit code 3 and the command to run
when some are pending. The log goes to standard output, a JSON line for each request and event. SIGTERM and
SIGINT end it after the running requests and jobs; SIGHUP reads the certificate again.)",
         "SVC_PORT=9090 SVC_DATA=/var/lib/svc/data svc-host serve --config /etc/svc/svc.yaml"},
        {"check-config", checkConfigCommand, "[FILE]",
         "names every mistake of the configuration with its line; exits 0 or 1",
         R"(Checks what a start would refuse, and changes nothing: the keys and values of FILE, the files and folders
that it names, certificates, the address and port, the master key, each enabled plugin with its settings,
requirements, files and library. Run it with the environment and as the user of the service. Without
FILE it takes the configuration that serve would take. A line for each mistake: file, line, key, what was
found, what was expected. The database is not tried.)",
         "svc-host check-config /etc/svc/svc.yaml"},
        {"plugins list", listPluginsCommand, "[--json] [--config FILE]",
         "the plugins of this installation: version, state, requirements, why refused",
         R"(Lists every installed plugin: enabled, available (installed, not enabled) or refused, with the reason.
  --json   the same as JSON
Exits 3 when a plugin is refused.)",
         "svc-host plugins list --json | jq -r '.[] | select(.state == \"refused\") | .reason'"},
        {"plugins describe", describePluginCommand, "ID [--config FILE]",
         "what a plugin brings: operations, scopes, events, commands, settings",
         R"(Shows what the plugin ID declares, enabled or not, and the JSON Schema of its settings.
Exits 3 when no such plugin is installed.)",
         "svc-host plugins describe sales"},
        {"plugins probe", probePluginsCommand, "LIBRARY…",
         "opens libraries as the service would, each in a process of its own",
         R"(Opens each LIBRARY (lib<id>.so of a plugin) and tells its id, version and SDK, or why it cannot be used.
Exits 3 when one cannot.)",
         "svc-host plugins probe build/plugins/notes/libnotes.so"},
        {"plugins pack", packCommand, "FOLDER --key FILE --publisher NAME [--to FOLDER]",
         "makes a signed package of a built plugin, at its publisher's",
         R"(Packs FOLDER, as svc_add_plugin lays it out, with LICENSE and sbom.cdx.json, into <id>-<version>.svcplugin
and signs it. The same folder gives the same file when SOURCE_DATE_EPOCH is set.
  --key         private key of Ed25519 in PEM
  --publisher   as in the trust files of those who install it
  --to          folder of the new file; else the current one
Exits 3 when the folder cannot be packed.)",
         "openssl genpkey -algorithm ed25519 -out acme.pem\n"
         "svc-host plugins pack build/plugins/acme-pay --key acme.pem --publisher acme"},
        {"plugins sign", signCommand, "FILE --key FILE", "adds the signature of another key to a package",
         R"(Adds a signature to a package, so that it is trusted under an old and a new key; at most four.
  --key   private key of Ed25519 in PEM)",
         "svc-host plugins sign acme-pay-1.4.2.svcplugin --key acme-2027.pem"},
        {"plugins verify", verifyPackagesCommand, "FILE | --all [--config FILE]",
         "verifies a package to its last byte, or all installed ones",
         R"(Verifies the signature of a package by the trust files, then each byte of it, and changes nothing.
  --all   the installed packages instead: names each file that is missing, modified or unexpected
Exits 3 when one is refused or differs.)",
         "svc-host plugins verify acme-pay-1.4.2.svcplugin\nsvc-host plugins verify --all"},
        {"plugins install", installCommand,
         "FILE [--accept-permissions DIGEST] [--yes] [--allow-downgrade] [--config FILE]",
         "installs a package after showing what it may do; does not enable it",
         R"(Verifies FILE, tries its library, shows what the plugin may do and asks; then it is installed in plugins.store
and the answer is kept in plugins.grants. It is used after it is named under plugins.enabled and the service
is started again. Run it as the owner of the program. Nothing is changed when it is refused.
  --accept-permissions   the digest of the list that was read, instead of the question
  --yes                  accepts any list
  --allow-downgrade      also a version below the highest one that was installed
Exits 3 when the package is refused, 4 when it conflicts with what is installed, 5 when a file cannot be
read or written.)",
         "svc-host plugins install acme-pay-1.4.2.svcplugin"},
        {"plugins upgrade", upgradeCommand,
         "FILE [--accept-permissions DIGEST] [--yes] [--allow-downgrade] [--config FILE]",
         "installs another version of an installed package beside it",
         R"(Does what plugins install does, for a package of which another version is in use, and shows the difference:
permissions with + and -, and new migrations. Permissions are asked for only when some are new; a version
whose permissions are not accepted is kept, but not used. Options and exit codes are those of install.)",
         "svc-host plugins upgrade acme-pay-1.5.0.svcplugin\nsystemctl restart svc-host"},
        {"plugins rollback", rollbackCommand, "ID [--accept-permissions DIGEST] [--yes] [--config FILE]",
         "goes back to the version before",
         R"(Makes the highest earlier version in the store the one in use. Its tables stay as they are: a version works
on the tables of the next one until svc-host migrate --phase contract.
Exits 3 when there is none or its files were changed.)",
         "svc-host plugins rollback acme-pay"},
        {"plugins remove", removeCommand, "ID [--config FILE]",
         "removes an installed package; keeps its data",
         R"(Removes all versions of a package that is not enabled, and its grant. Its tables are kept.
Exits 3 when it is enabled or another enabled plugin requires it.)",
         "svc-host plugins remove acme-pay"},
        {"plugins permissions", permissionsCommand, "ID [--json] [--config FILE]",
         "what a plugin may do, and who granted it",
         R"(Lists what the plugin ID may do: calls to others, commands, events, jobs, public routes. Calls that it makes
beyond the list are refused and counted. A plugin runs inside svc-host, so this protects from mistakes only.
  --json   the same as JSON)",
         "svc-host plugins permissions acme-pay"},
        {"plugins prune", pruneCommand, "[--keep N] [--config FILE]",
         "removes old versions of installed packages",
         R"(Removes versions that are not in use, the lowest first, until N of each plugin are left.
  --keep   how many stay; 2 when not said)",
         "svc-host plugins prune --keep 2"},
        {"migrate", migrateCommand, "[--dry-run] [--phase expand|contract] [--config FILE]",
         "brings the database to the schema of this version",
         R"(Applies the migrations of the service and of the enabled plugins that the database lacks, and names them.
serve does the same, unless database.migrations is `command`; use this command when hosts are upgraded one
after another.
  --dry-run          tries them in a transaction that is rolled back, and shows what would fail
  --phase expand     only those that the version before can work with
  --phase contract   only those that remove what the version before needs
Exits 3 when a migration cannot be applied or a plugin is refused.)",
         "svc-host migrate --dry-run\nsvc-host migrate --phase expand"},
        {"company create", createCompanyCommand,
         "--name NAME --country CODE --owner-email ADDRESS [--config FILE]",
         "makes a company and its owner; works while the service runs",
         R"(Makes a company, its first place and tills, an owner and two API keys, and prints them as the JSON of
first-run.json on standard output. An address that has an account becomes the owner with it; else the JSON
has the password of the new account. Nothing of this is shown again: keep it.
  --name          of the company
  --country       two letters (ISO 3166), one of countries.yaml
  --owner-email   address of the owner)",
         "svc-host company create --name \"Atelier Nord\" --country BE --owner-email lea@atelier.example"},
        {"verify", verifyCommand, "[--company ID] [--without-modules] [--statements] [--config FILE]",
         "checks that books, tills, stock, partners, numbers and events agree",
         R"(Reads the whole database and prints a line for each thing that does not agree; works while the service
runs, and changes nothing.
  --company ID        only this company (com_…)
  --without-modules   leaves out what modules check with code: the seals of journals
  --statements        prints the statements of the checks as a script for psql, and runs none
Exits 0 when everything agrees, else 1.)",
         "svc-host verify --company com_01m7yrwz1mf0jrdvmfbfgzbcg9"},
        {"backup", backupCommand, "DIR [--config FILE]",
         "writes the whole database to the new folder DIR, and counts its rows there",
         R"(Makes the folder DIR with everything that is in the database at this moment; works while the service runs,
and changes nothing. DIR appears only when the archive is complete: its rows are counted and compared with
those of the database. The master key is not in it: keep a copy of it elsewhere.
  DIR/database.dump   for pg_restore
  DIR/roles.sql       the roles of the server, without passwords
  DIR/contents.json   digests, rows of each table, plugins and their versions
Needs pg_dump and pg_restore (Debian package postgresql-client), not older than the server.
Exits 3 when DIR is there already.)",
         "svc-host backup /var/backups/svc/$(date +%F)"},
        {"regimes check", checkRegimesCommand, "ID… [--company ID] [--config FILE]",
         "runs the vectors of regimes and shows what is missing to go live",
         R"(Runs the test vectors of each fiscal regime ID, which must be enabled, and shows what is missing before a
company may go live with it.
  --company ID   only this company (com_…)
Exits 0 when nothing is missing, 1 when something is, 3 when there is no such regime.)",
         "svc-host regimes check fr-journal"},
        {"reencrypt", reencryptCommand, "[--add-key] [--retire-old] [--config FILE]",
         "seals every secret of the database under the newest master key",
         R"(Encrypts every secret of the database again under the newest master key; works while the service runs.
  --add-key      only adds a key to the key file; give the file to every host and restart them before the
                 secrets are encrypted again
  --retire-old   at the end replaces the older keys of the file by their public parts, with which
                 svc-host verify still checks what they have signed)",
         "svc-host reencrypt --add-key\nsystemctl restart svc-host\nsvc-host reencrypt --retire-old"},
        {"listen", listenCommand,
         "--forward-to URL --company ID [--url URL] [--events TYPES] [--from-start] [--bookmark FILE]",
         "posts the events of a company, signed as webhooks are, to a program here",
         R"(Reads the events of a company from a running service and posts them, signed as webhooks are, to a program
on this machine. Prints the secret of the signatures. For developers of receivers.
  --forward-to URL   where to post: http://127.0.0.1:…, or https://
  --company ID       com_…
  --url URL          of the service; http://127.0.0.1:8080 when not given
  --events TYPES     only these, such as invoice.*,sale.created
  --from-start       begins with the oldest event, not with the next one
  --bookmark FILE    goes on where it was stopped
  --key KEY          the API key; better in SVC_KEY, which other users of the machine do not see
  --secret SECRET    signs with this one (or SVC_WEBHOOK_SECRET) instead of a new one)",
         "SVC_KEY=svc_live_… svc-host listen --company com_… --forward-to http://127.0.0.1:3000/svc"},
        {"openapi", openapiCommand, "[--config FILE]",
         "prints the OpenAPI 3.1 document of the enabled plugins",
         "Prints the document that the service answers at GET /openapi.json, without starting it.",
         "svc-host openapi > openapi.json"},
    };
    return all;
}

std::pair<const Command*, std::vector<std::string>> findCommand(const std::vector<std::string>& words) {
    for (const Command& command : commands()) {
        for (std::size_t count = 1; count <= std::min<std::size_t>(2, words.size()); ++count) {
            const auto end = words.begin() + static_cast<std::ptrdiff_t>(count);
            if (joined({words.begin(), end}) == command.name) {
                return {&command, {end, words.end()}};
            }
        }
    }
    refuseUnknown(words);
}

std::string overview() {
    std::string text = "svc-host: the business management service\n\n";
    for (const Command& command : commands()) {
        std::string name(command.name);
        name.resize(NameWidth, ' ');
        text += "  svc-host " + name + std::string(command.summary) + '\n';
    }
    return text + "\nsvc-host COMMAND --help tells what a command does, its arguments, and an example.\n" +
           std::string(Everywhere);
}

std::string helpAbout(const std::vector<std::string>& words) {
    const std::vector<std::string> asked = withoutHelp(words);
    if (asked.empty()) {
        return overview();
    }
    std::vector<const Command*> found;
    for (std::size_t count = std::min<std::size_t>(2, asked.size()); count > 0 && found.empty(); --count) {
        found = commandsOf(joined({asked.begin(), asked.begin() + static_cast<std::ptrdiff_t>(count)}));
    }
    if (found.empty()) {
        refuseUnknown(asked);
    }
    std::string text;
    for (const Command* command : found) {
        text += (text.empty() ? "" : "\n") + helpOf(*command);
    }
    return text;
}

} // namespace svc::host::app
