#include "writer.hpp"

#include <algorithm>

#include "names.hpp"

namespace svc::bindgen {
namespace {

/// Json and Actor can be null themselves, so they need no std::optional.
bool holdsNull(const Type& type) {
    return type.kind == Kind::Json || type.kind == Kind::Actor;
}

std::string within(const std::string& space, const std::string& function) {
    return space.empty() ? function : space + "::" + function;
}

} // namespace

Form formOf(const Member& member, const Use& use) {
    const bool nullable = member.type.nullable && !holdsNull(member.type);
    if (member.required) {
        return nullable ? Form::Optional : Form::Value;
    }
    if (use.patched) {
        return nullable || holdsNull(member.type) ? Form::Field : Form::Optional;
    }
    if (use.written) {
        return nullable ? Form::Field : Form::Optional;
    }
    return holdsNull(member.type) || !member.initializer.empty() ? Form::Value : Form::Optional;
}

std::string typeText(const Type& type) {
    switch (type.kind) {
    case Kind::Json:
        return "Json";
    case Kind::Text:
        return "std::string";
    case Kind::Boolean:
        return "bool";
    case Kind::Integer:
        return "std::int64_t";
    case Kind::Decimal:
        return "Decimal";
    case Kind::Date:
        return "Date";
    case Kind::Instant:
        return "Instant";
    case Kind::DateOrInstant:
        return "DateOrInstant";
    case Kind::Currency:
        return "Currency";
    case Kind::MajorAmount:
        return "MajorAmount";
    case Kind::MinorAmount:
        return "MinorAmount";
    case Kind::MinorPrice:
        return "MinorPrice";
    case Kind::EventAmount:
        return "EventAmount";
    case Kind::Actor:
        return "Actor";
    case Kind::List:
        return "std::vector<" + wholeTypeText(type.item.front()) + '>';
    case Kind::Id:
    case Kind::Enum:
    case Kind::Struct:
        return type.name;
    }
    return {};
}

std::string wholeTypeText(const Type& type) {
    const std::string text = typeText(type);
    return type.nullable && !holdsNull(type) ? "std::optional<" + text + '>' : text;
}

std::string laneParameter(const Job& job) {
    return job.lane ? "std::string_view lane, " : "";
}

bool hasParameters(const Operation& operation) {
    return !operation.parameters.empty() || !operation.page.empty();
}

std::string parametersName(const Operation& operation) {
    return "api::" + upperCamel(operation.id) + "Parameters";
}

std::string routeSignature(const Operation& operation, const std::string& space) {
    std::string text = "Response";
    if (operation.status != 0) {
        text = "Answer<" + std::to_string(operation.status);
        text += operation.answer ? ", " + wholeTypeText(*operation.answer) + '>' : ">";
    }
    text += ' ' + within(space, operation.id) + "(Request& request";
    if (hasParameters(operation)) {
        text += ", const " + parametersName(operation) + "& parameters";
    }
    if (operation.body) {
        text += ", const " + typeText(*operation.body) + "& body";
    }
    return text + ')';
}

std::string commandSignature(const Command& command, const std::string& space) {
    std::string text = "Json";
    if (command.typed) {
        text = command.output ? wholeTypeText(*command.output) : "void";
    }
    text += ' ' + within(space, command.function) + "(Call& call";
    if (!command.family.empty()) {
        text += ", std::string_view provider";
    }
    if (!command.typed) {
        text += ", const Json& input";
    } else if (command.input) {
        text += ", const " + wholeTypeText(*command.input) + "& input";
    }
    return text + ')';
}

std::string providersSignature(const Plugin& plugin, const Command& verb, const std::string& space) {
    const bool asksHost = std::any_of(plugin.used.begin(), plugin.used.end(),
                                      [](const Command& used) { return used.name == "host.commands"; });
    return asksHost ? "std::vector<std::string> " + within(space, "providersOf" + upperCamel(verb.function)) +
                          "(Call& call)"
                    : "";
}

} // namespace svc::bindgen
