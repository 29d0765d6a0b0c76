#include "writer.hpp"

#include <algorithm>

#include "names.hpp"

namespace svc::bindgen {
namespace {

bool hasId(const EventType& event) {
    const auto members = wholeMembers(*event.data);
    return std::any_of(members.begin(), members.end(),
                       [](const Member* member) { return member->jsonName == "id"; });
}

class SourceWriter {
public:
    explicit SourceWriter(const Plugin& plugin) : plugin_(plugin) {}

    std::string write() {
        line("// Made by svc-bind from plugin.yaml and openapi.yaml of the plugin `" + plugin_.id +
             "`: change those.");
        line("#include \"bindings.hpp\"");
        line("");
        if (!plugin_.verbs.empty()) {
            line("#include <svc/verbs.hpp>");
            line("");
        }
        line("namespace svc::" + plugin_.space + " {");
        writeEnums();
        writeStructs();
        writeParameters();
        for (const List& list : plugin_.lists) {
            line("");
            text_ += listText(plugin_, list);
        }
        writeSettings();
        writeCalls();
        writeVerbs();
        writeEvents();
        writeFiling();
        writeStart();
        line("} // namespace svc::" + plugin_.space);
        line("");
        line("SVC_PLUGIN(" + literal(plugin_.id) + ", " + literal(plugin_.version) +
             ", svc::" + plugin_.space + "::start)");
        return std::move(text_);
    }

private:
    void line(const std::string& text) { text_ += text + '\n'; }
    static std::string within(const std::string& scope, const std::string& name) {
        return scope.empty() ? name : scope + "::" + name;
    }

    void writeEnums() {
        for (const Enum& one : plugin_.enums) {
            const std::string type = within(one.scope, one.name);
            line("");
            line("std::string_view " + within(one.scope, "toText") + '(' + type + " value) noexcept {");
            line("    switch (value) {");
            for (const Enumerator& value : one.values) {
                line("    case " + type + "::" + value.name + ':');
                line("        return " + literal(value.text) + ';');
            }
            line("    }");
            line("    return {};");
            line("}");
            line("bool " + within(one.scope, "fromText") + "(std::string_view text, " + type +
                 "& to) noexcept {");
            for (const Enumerator& value : one.values) {
                line("    if (text == " + literal(value.text) + ") {");
                line("        to = " + type + "::" + value.name + ';');
                line("        return true;");
                line("    }");
            }
            line("    return false;");
            line("}");
        }
    }

    void writeStructs() {
        for (const Struct* one : plugin_.order) {
            const std::string type = within(one->scope, one->name);
            if (one->use.read) {
                line("");
                line("void " + within(one->scope, "read") + "(const Json& json, const bind::Place& place, " +
                     type + "& to) {");
                line("    bind::requireObject(json, place);");
                readMembers(*one);
                if (wholeMembers(*one).empty()) {
                    line("    static_cast<void>(to);");
                }
                line("}");
            }
            if (one->use.written) {
                line("");
                line("void " + within(one->scope, "writeTo") + "(JsonWriter& out, const " + type +
                     "& from) {");
                line("    out.beginObject();");
                writeMembers(*one);
                if (wholeMembers(*one).empty()) {
                    line("    static_cast<void>(from);");
                }
                line("    out.endObject();");
                line("}");
            }
        }
    }

    void readMembers(const Struct& of) {
        if (of.base != nullptr) {
            readMembers(*of.base);
        }
        for (const Member& member : of.members) {
            // A required member with a default is always written, but may be missing in what is read.
            const bool required = member.required && member.initializer.empty() &&
                                  formOf(member, of.use) == Form::Value && member.type.kind != Kind::Json &&
                                  member.type.kind != Kind::Actor;
            line(std::string("    bind::") + (required ? "required" : "optional") + "(json, place, " +
                 literal(member.jsonName) + ", to." + memberName(member.jsonName) + ");");
        }
    }
    void writeMembers(const Struct& of) {
        if (of.base != nullptr) {
            writeMembers(*of.base);
        }
        for (const Member& member : of.members) {
            const bool always = member.required || formOf(member, of.use) == Form::Value;
            line(std::string("    out.") + (always ? "member" : "memberIfPresent") + '(' +
                 literal(member.jsonName) + ", from." + memberName(member.jsonName) + ");");
        }
    }

    void writeParameters() {
        for (const Operation& operation : plugin_.operations) {
            if (!hasParameters(operation)) {
                continue;
            }
            line("");
            line("void api::read(const Request& request, " + parametersName(operation) + "& to) {");
            for (const Parameter& parameter : operation.parameters) {
                line(std::string("    bind::") + (parameter.inPath ? "path" : "query") + "(request, " +
                     literal(parameter.member.jsonName) + ", to." + memberName(parameter.member.jsonName) +
                     ");");
            }
            if (operation.page == "array") {
                line("    to.page = request.arrayPage();");
            } else if (operation.page == "page") {
                line("    to.page = request.numberedPage();");
            } else if (operation.page == "cursor") {
                line("    to.limit = request.cursorLimit();");
            }
            line("}");
        }
    }

    void writeSettings() {
        if (plugin_.settings != nullptr) {
            line("");
            line("CompanySettings companySettings(Call& call) {");
            line("    CompanySettings settings;");
            line("    read(call.companyRecord(), bind::Place(\"the company\"), settings);");
            line("    return settings;");
            line("}");
        }
    }

    static std::string outputOf(const Command& command) {
        return !command.typed ? "Json" : (command.output ? wholeTypeText(*command.output) : "void");
    }
    static std::string inputOf(const Command& command) {
        return !command.typed || command.input ? "input" : "Json::object()";
    }

    void writeCalls() {
        for (const Command& command : plugin_.used) {
            line("");
            line(commandSignature(command, command.scope) + " {");
            line("    return bind::command<" + outputOf(command) + ">(call, " + literal(command.name) + ", " +
                 inputOf(command) + ");");
            line("}");
            if (command.optional) {
                line("bool " + command.scope + "::offers" + upperCamel(command.function) +
                     "(const Call& call) {");
                line("    return call.offers(" + literal(command.name) + ");");
                line("}");
            }
        }
    }

    void writeVerbs() {
        for (const Command& verb : plugin_.verbs) {
            const std::string name =
                "bind::verbName(" + literal(verb.family) + ", provider, " + literal(verb.verb) + ')';
            line("");
            line(commandSignature(verb, verb.scope) + " {");
            if (verb.unreadable.empty()) {
                line("    return bind::command<" + outputOf(verb) + ">(call, " + name + ", " + inputOf(verb) +
                     ");");
            } else {
                line("    return bind::readable<" + outputOf(verb) + ">(call, " + name + ", " +
                     inputOf(verb) + ", " + literal(verb.unreadable) + ");");
            }
            line("}");
            line("bool verbs::offers" + upperCamel(verb.function) +
                 "(const Call& call, std::string_view provider) {");
            line("    return call.offers(" + name + ");");
            line("}");
            if (const std::string providers = providersSignature(plugin_, verb, verb.scope);
                !providers.empty()) {
                line(providers + " {");
                line("    return bind::providersOf(calls::host::commands(call, {.prefix = " +
                     literal(verb.family) + "}).commands,");
                line("                             " + literal(verb.family) + ", " + literal(verb.verb) +
                     ");");
                line("}");
            }
        }
    }

    void writeEvents() {
        for (const EventType& event : plugin_.events) {
            const bool named = hasId(event);
            line("");
            line("void events::emit(Call& call, const " + event.name + "& event" +
                 (named ? ") {" : ", std::string_view objectId) {"));
            line("    call.emitText(" + literal(event.type) + ", " + literal(event.object) + ", " +
                 (named ? "bind::idText(event.id)" : "objectId") + ", bind::textOf(event));");
            line("}");
        }
    }

    void writeFiling() {
        for (const Job& job : plugin_.jobs) {
            const std::string payload = job.payload ? typeText(*job.payload) : "Json";
            line("");
            line("Uuid jobs::file" + upperCamel(job.name) + "(Call& call, " + laneParameter(job) +
                 "Instant due, const " + payload + "& payload, std::string_view key) {");
            line("    return call.fileJobText" + std::string(job.lane ? "In" : "") + "(" + literal(job.name) +
                 (job.lane ? ", lane" : "") + ", due, bind::textOf(payload), key);");
            line("}");
        }
    }

    void writeStart() {
        line("");
        line("static void start(Registry& registry) {");
        const std::size_t before = text_.size();
        for (const Operation& operation : plugin_.operations) {
            begin("ROUTE", operation.id);
            line("        Request request(handle);");
            if (hasParameters(operation)) {
                line("        const auto parameters = bind::parameters<" + parametersName(operation) +
                     ">(request);");
            }
            const bool isRaw = operation.body && operation.body->kind == Kind::Json;
            if (operation.body && !isRaw) {
                line("        const auto body = bind::body<" + typeText(*operation.body) + ">(request);");
            }
            line("        bind::respond(handle, " + operation.id + "(request" +
                 (hasParameters(operation) ? ", parameters" : "") +
                 (isRaw ? ", request.body()" : (operation.body ? ", body" : "")) + "));");
            line("    });");
        }
        for (const Command& command : plugin_.provided) {
            writeCommand(command);
        }
        for (const std::string& hook : plugin_.hooks) {
            writeListener("HOOK", hook, "hooks");
        }
        for (const std::string& subscriber : plugin_.subscribers) {
            writeListener("SUBSCRIBER", subscriber, "subscribers");
        }
        for (const Job& job : plugin_.jobs) {
            begin("JOB", job.name);
            line("        Call call(handle);");
            if (job.payload) {
                line("        const auto payload = bind::input<" + typeText(*job.payload) + ">(call, " +
                     literal(job.name) + ");");
            }
            line("        jobs::" + lowerCamel(job.name) + "(call, " +
                 (job.payload ? "payload" : "call.input()") + ");");
            line("    });");
        }
        if (text_.size() == before) {
            line("    static_cast<void>(registry);");
        }
        line("}");
        line("");
    }

    void begin(const std::string& kind, const std::string& name) {
        line("    registry.direct(SVC_REGISTER_" + kind + ", " + literal(name) + ", [](svc_call* handle) {");
    }

    void writeCommand(const Command& command) {
        begin("COMMAND", command.name);
        line("        Call call(handle);");
        std::string arguments = "(call";
        if (!command.typed) {
            arguments += ", call.input()";
        } else if (command.input) {
            line("        const auto input = bind::input<" + wholeTypeText(*command.input) + ">(call, " +
                 literal(command.name) + ");");
            arguments += ", input";
        }
        const std::string run = "commands::" + command.function + arguments + ')';
        const bool isGuarded = !command.unreadable.empty();
        const std::string indent = isGuarded ? "            " : "        ";
        if (isGuarded) {
            line("        try {");
        }
        if (command.typed && !command.output) {
            line(indent + run + ';');
            line(indent + "bind::output(handle);");
        } else {
            line(indent + "bind::output(handle, " + run + ");");
        }
        if (isGuarded) {
            line("        } catch (const JsonError&) {");
            line("            throw ApiError(400, " + literal(command.unreadable) + ");");
            line("        }");
        }
        line("    });");
    }

    void writeListener(const std::string& kind, const std::string& name, const std::string& scope) {
        begin(kind, name);
        line("        Call call(handle);");
        line("        " + scope + "::" + lowerCamel(name) + "(call, Event(call));");
        line("    });");
    }

    const Plugin& plugin_;
    std::string text_;
};

} // namespace

std::string sourceText(const Plugin& plugin) {
    return SourceWriter(plugin).write();
}

} // namespace svc::bindgen
