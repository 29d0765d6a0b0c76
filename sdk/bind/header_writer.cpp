#include <algorithm>

#include "header_text.hpp"
#include "names.hpp"

namespace svc::bindgen {
namespace {

class HeaderWriter : HeaderText {
public:
    explicit HeaderWriter(const Plugin& plugin) : HeaderText(plugin) {}

    std::string write() {
        begin(std::string("#include <svc/bindings.hpp>\n") +
              (plugin_.lists.empty() ? "" : "#include <svc/list.hpp>\n") + "\n#include \"records.hpp\"");
        writeParameters();
        space("");
        writeRoutes();
        writeLists();
        writeCountedLists();
        writeSettings();
        writeCommands("commands", "The commands that the plugin provides", plugin_.provided, false);
        writeCalls();
        writeVerbs();
        writeEvents();
        writeListeners();
        writeJobs();
        return end();
    }

private:
    /// Writes a function declaration; a long one gets one line per parameter.
    void declaration(std::string text) {
        constexpr std::size_t Longest = 110;
        if (text.size() > Longest) {
            for (std::size_t at = text.find(", const "); at != std::string::npos;
                 at = text.find(", const ", at + 6)) {
                text.replace(at, 2, ",\n    ");
            }
        }
        line(text + ';');
    }

    void writeParameters() {
        for (const Operation& operation : plugin_.operations) {
            if (!hasParameters(operation)) {
                continue;
            }
            space("api");
            const std::string name = upperCamel(operation.id) + "Parameters";
            line("");
            comment("Of " + operation.id + '.');
            line("struct " + name + " {");
            for (const Parameter& parameter : operation.parameters) {
                writeMember(parameter.member, {true, false, false});
            }
            if (operation.page == "array") {
                line("    ArrayPage page{};");
            } else if (operation.page == "page") {
                line("    NumberedPage page{};");
            } else if (operation.page == "cursor") {
                line("    std::int64_t limit{};");
            }
            line("};");
            line("void read(const Request& request, " + name + "& to);");
        }
    }

    void writeRoutes() {
        if (!plugin_.operations.empty()) {
            line(
                "// The operations of openapi.yaml. The sources of the plugin define these functions, and those of");
            line(
                "// `commands`, `hooks`, `subscribers` and `jobs` below, except `jobs::file…`. When a definition is");
            line("// missing, the linker reports the name of the function.");
        }
        for (const Operation& operation : plugin_.operations) {
            line("");
            std::string method = operation.method;
            std::transform(method.begin(), method.end(), method.begin(), [](char c) {
                return static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
            });
            line("/// " + method + ' ' + operation.path +
                 (operation.summary.empty() ? "" : ": " + operation.summary));
            declaration(routeSignature(operation, ""));
        }
    }

    void writeLists() {
        if (plugin_.lists.empty()) {
            return;
        }
        space("lists");
        line("");
        line("// What a client requests of the lists of plugin.yaml, for svc::readList.");
        for (const List& list : plugin_.lists) {
            line("");
            line("/// Of " + plugin_.operations[list.operation].id + '.');
            declaration(listSignature(plugin_, list, ""));
        }
    }

    void writeCountedLists() {
        for (const CountedList& list : plugin_.countedLists) {
            space("lists::counted::" + namespaceName(list.name));
            line("");
            line("// How the host counts the list `" + list.name +
                 "`: its name for svc::listCounts, and the filters of svc::ListCounted.");
            line("inline constexpr std::string_view List = " +
                 literal(namespaceName(plugin_.id) + '.' + list.name) + ';');
            for (std::size_t i = 0; i < list.filters.size(); ++i) {
                if (!list.filters[i].empty()) {
                    line("inline constexpr std::size_t " + list.filters[i] + " = " + std::to_string(i) + ';');
                }
            }
        }
    }

    void writeSettings() {
        if (plugin_.settings != nullptr) {
            space("");
            gap();
            line("/// The settings of the company of the call.");
            line("CompanySettings companySettings(Call& call);");
        }
    }

    void writeCommands(const std::string& scope, const std::string& title,
                       const std::vector<Command>& commands, bool ask) {
        if (commands.empty()) {
            return;
        }
        space(scope);
        line("");
        line("// " + title + '.');
        for (const Command& command : commands) {
            line("");
            line("/// " + command.name +
                 (command.description.empty() ? "" : ": " + firstSentence(command.description)));
            declaration(commandSignature(command, ""));
            if (ask && command.optional) {
                line("/// Is the plugin enabled that provides it?");
                line("bool offers" + upperCamel(command.function) + "(const Call& call);");
            }
        }
    }

    void writeCalls() {
        std::vector<std::string> scopes;
        for (const Command& command : plugin_.used) {
            if (std::find(scopes.begin(), scopes.end(), command.scope) == scopes.end()) {
                scopes.push_back(command.scope);
            }
        }
        for (const std::string& scope : scopes) {
            std::vector<Command> commands;
            std::copy_if(plugin_.used.begin(), plugin_.used.end(), std::back_inserter(commands),
                         [&](const Command& command) { return command.scope == scope; });
            writeCommands(scope, "Commands of another plugin, in the transaction of the call", commands,
                          true);
        }
    }

    void writeVerbs() {
        if (plugin_.verbs.empty()) {
            return;
        }
        space("verbs");
        line("");
        line(
            "// The verbs of families that the plugin declares: commands of any provider, in the transaction of "
            "the call.");
        for (const Command& verb : plugin_.verbs) {
            line("");
            line("/// " + verb.name +
                 (verb.description.empty() ? "" : ": " + firstSentence(verb.description)));
            declaration(commandSignature(verb, ""));
            line("/// Is this provider enabled, and has it the verb?");
            line("bool offers" + upperCamel(verb.function) +
                 "(const Call& call, std::string_view provider);");
            if (const std::string providers = providersSignature(plugin_, verb, ""); !providers.empty()) {
                line("/// The enabled providers that have the verb.");
                line(providers + ';');
            }
        }
    }

    void writeEvents() {
        for (const EventType& event : plugin_.events) {
            space("events");
            line("");
            comment(event.type);
            line(emitSignature(event) + ';');
        }
    }

    static std::string emitSignature(const EventType& event) {
        const auto members = wholeMembers(*event.data);
        const bool named = std::any_of(members.begin(), members.end(),
                                       [](const Member* member) { return member->jsonName == "id"; });
        return "void emit(Call& call, const " + event.name + "& event" +
               (named ? ")" : ", std::string_view objectId)");
    }

    void writeListeners() {
        for (const std::string& hook : plugin_.hooks) {
            space("hooks");
            line("void " + lowerCamel(hook) + "(Call& call, const Event& event);");
        }
        for (const std::string& subscriber : plugin_.subscribers) {
            space("subscribers");
            line("void " + lowerCamel(subscriber) + "(Call& call, const Event& event);");
        }
    }

    void writeJobs() {
        for (const Job& job : plugin_.jobs) {
            space("jobs");
            const std::string payload = job.payload ? typeText(*job.payload) : "Json";
            line("void " + lowerCamel(job.name) + "(Call& call, const " + payload + "& payload);");
            line("/// Files it in this transaction; the same key files it once.");
            line("Uuid file" + upperCamel(job.name) + "(Call& call, " + laneParameter(job) +
                 "Instant due, const " + payload + "& payload, std::string_view key = {});");
        }
    }
};

} // namespace

std::string headerText(const Plugin& plugin) {
    return HeaderWriter(plugin).write();
}

} // namespace svc::bindgen
