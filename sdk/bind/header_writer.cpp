#include "writer.hpp"

#include <algorithm>

#include "names.hpp"

namespace svc::bindgen {
namespace {

std::string firstSentence(const std::string& text) {
    std::string line = text.substr(0, text.find('\n'));
    std::replace(line.begin(), line.end(), '\\', '/');
    return line;
}

class HeaderWriter {
public:
    explicit HeaderWriter(const Plugin& plugin) : plugin_(plugin) {}

    std::string write() {
        line("// Made by svc-bind from plugin.yaml and openapi.yaml of the plugin `" + plugin_.id +
             "`: change those.");
        line("#pragma once");
        line("");
        line("#include <svc/bindings.hpp>");
        line("");
        line("namespace svc::" + plugin_.space + " {");
        line("");
        for (const auto& [prefix, name] : plugin_.identifiers) {
            line("using " + name + " = PrefixedId<" + literal(prefix) + ">;");
        }
        writeEnums();
        writeStructs();
        writeParameters();
        space("");
        writeRoutes();
        writeCommands("commands", "The commands that the plugin provides", plugin_.provided, false);
        writeCalls();
        writeEvents();
        writeListeners();
        writeJobs();
        space("");
        line("} // namespace svc::" + plugin_.space);
        return std::move(text_);
    }

private:
    void line(const std::string& text) { text_ += text + '\n'; }
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
    void comment(const std::string& text, const std::string& indent = "") {
        if (!text.empty()) {
            line(indent + "/// " + firstSentence(text));
        }
    }
    /// Opens a namespace inside that of the plugin; closes the one that is open.
    void space(const std::string& name) {
        if (name == space_) {
            return;
        }
        if (!space_.empty()) {
            line("} // namespace " + space_);
        }
        line("");
        if (!name.empty()) {
            line("namespace " + name + " {");
        }
        space_ = name;
    }

    void writeEnums() {
        for (const Enum& one : plugin_.enums) {
            space(one.scope);
            line("");
            line("enum class " + one.name + " {");
            bool isFirst = true;
            for (const Enumerator& value : one.values) {
                line("    " + value.name + (isFirst ? " = 1," : ","));
                isFirst = false;
            }
            line("};");
            line("std::string_view toText(" + one.name + " value) noexcept;");
            line("bool fromText(std::string_view text, " + one.name + "& to) noexcept;");
            line("inline void writeTo(JsonWriter& out, " + one.name +
                 " value) { out.value(toText(value)); }");
        }
    }

    void writeStructs() {
        for (const Struct* one : plugin_.order) {
            space(one->scope);
            line("");
            comment(one->origin);
            const std::string base =
                one->base == nullptr ? "" : " : " + one->base->scope + "::" + one->base->name;
            line("struct " + one->name + base + " {");
            for (const Member& member : one->members) {
                writeMember(member, one->use);
            }
            line("};");
            if (one->use.read) {
                line("void read(const Json& json, const bind::Place& place, " + one->name + "& to);");
            }
            if (one->use.written) {
                line("void writeTo(JsonWriter& out, const " + one->name + "& from);");
            }
        }
    }

    void writeMember(const Member& member, const Use& use) {
        const std::string type = typeText(member.type);
        comment(member.description, "    ");
        const std::string name = ' ' + memberName(member.jsonName);
        switch (formOf(member, use)) {
        case Form::Value:
            line("    " + type + name +
                 (member.initializer.empty() || use.written || use.patched
                      ? "{};"
                      : " = " + member.initializer + ';'));
            break;
        case Form::Optional:
            line("    std::optional<" + type + '>' + name + "{};");
            break;
        case Form::Field:
            line("    Field<" + type + '>' + name + "{};");
            break;
        }
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
            line("// The operations of openapi.yaml. The sources of the plugin define them, and all that "
                 "follows but");
            line("// `calls` and `events`: one that is missing is an error of the linker that names it.");
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

    const Plugin& plugin_;
    std::string text_;
    std::string space_;
};

} // namespace

std::string headerText(const Plugin& plugin) {
    return HeaderWriter(plugin).write();
}

} // namespace svc::bindgen
