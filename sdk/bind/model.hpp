/// @file What is generated, free of YAML and of the text of C++.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace svc::bindgen {

enum class Kind {
    Json = 1, ///< anything; also objects that are open to other members
    Text,
    Boolean,
    Integer,
    Decimal,
    Date,
    Instant,
    DateOrInstant,
    Currency,
    Id,
    Enum,
    MajorAmount,
    MinorAmount,
    MinorPrice,
    EventAmount,
    Actor,
    List,
    Struct,
};

struct Struct;

struct Type {
    Kind kind = Kind::Json;
    bool nullable = false;
    std::string name; ///< of an identifier, an enumeration or a struct, with its namespace: `api::Sale`
    Struct* structure = nullptr; ///< of a struct
    std::vector<Type> item;      ///< of a list: its one element
};

struct Member {
    std::string jsonName;
    std::string description;
    Type type;
    bool required = false;
    std::string initializer; ///< the default of the schema in C++; read when the member is missing
};

struct Enumerator {
    std::string text;
    std::string name;
};

struct Enum {
    std::string scope;
    std::string name;
    std::vector<Enumerator> values;
};

/// How a struct is used; what it is used by decides what is generated.
struct Use {
    bool read = false;
    bool written = false;
    bool patched = false; ///< in the body of a PATCH: absent, null and a value are three things
};

struct Struct {
    std::string scope; ///< namespace below that of the plugin: `api`, `commands`, `calls::stock`
    std::string name;
    std::string origin;     ///< for the comment
    Struct* base = nullptr; ///< x-extends: its members come first, and are inherited
    std::vector<Member> members;
    Use use;
    bool parameters = false; ///< read from a request, not from JSON
};

/// The inherited members and its own.
inline std::vector<const Member*> wholeMembers(const Struct& structure) {
    std::vector<const Member*> members =
        structure.base == nullptr ? std::vector<const Member*>() : wholeMembers(*structure.base);
    for (const Member& member : structure.members) {
        members.push_back(&member);
    }
    return members;
}

/// A parameter of an operation stands in a member of its struct.
struct Parameter {
    bool inPath = false;
    Member member;
};

struct Operation {
    std::string id;
    std::string method;
    std::string path;
    std::string summary;
    std::string page; ///< x-page
    std::vector<Parameter> parameters;
    std::optional<Type> body;
    int status = 0;             ///< 0: the answer is a Response of the handler's making
    std::optional<Type> answer; ///< none: no body
};

/// Of this plugin, or of another one that it calls.
struct Command {
    std::string name;
    std::string function; ///< its name in C++
    std::string scope;
    std::string description;
    bool typed = false; ///< it declares its input or output
    bool optional = false;
    std::optional<Type> input;
    std::optional<Type> output;
};

struct EventType {
    std::string type;
    std::string object;
    std::string name; ///< of its struct
    Struct* data = nullptr;
};

struct Job {
    std::string name;
    bool lane = false; ///< filed in a lane
    std::optional<Type> payload;
};

struct Plugin {
    std::string id;
    std::string version;
    std::string space;                              ///< namespace
    std::map<std::string, std::string> identifiers; ///< prefix → type, of those that are used
    std::deque<Enum> enums;                         ///< in the order of their use; addresses stay valid
    std::deque<Struct> structs;
    std::vector<Struct*> order; ///< each after those that it contains
    std::vector<Operation> operations;
    std::vector<Command> provided;
    std::vector<Command> used;
    std::vector<EventType> events;
    std::vector<std::string> hooks;
    std::vector<std::string> subscribers;
    std::vector<Job> jobs;
};

} // namespace svc::bindgen
