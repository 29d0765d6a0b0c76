/// @file The model between the YAML files and the generated C++; independent of both.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace svc::bindgen {

enum class Kind {
    Json = 1, ///< any JSON value; also objects with additional members
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
    std::string name; ///< name of an identifier, an enumeration or a struct, with its namespace: `api::Sale`
    Struct* structure = nullptr; ///< set when the type is a struct
    std::vector<Type> item;      ///< one element, the element type, when the type is a list
};

struct Member {
    std::string jsonName;
    std::string description;
    Type type;
    bool required = false;
    std::string initializer; ///< the schema's default as a C++ expression, used when the member is missing
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

/// How a struct is used; this decides which functions are generated for it.
struct Use {
    bool read = false;
    bool written = false;
    bool patched = false; ///< in the body of a PATCH: absent, null and a value have different meanings
};

struct Struct {
    std::string scope; ///< namespace inside that of the plugin: `api`, `commands`, `calls::stock`
    std::string name;
    std::string origin;     ///< where the struct comes from, for the generated comment
    Struct* base = nullptr; ///< x-extends: the base struct, whose members come first
    std::vector<Member> members;
    Use use;
    bool parameters = false; ///< read from the parameters of a request instead of JSON
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

/// A parameter of an operation becomes a member of the operation's struct.
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
    int status = 0;             ///< 0: the handler returns a svc::Response
    std::optional<Type> answer; ///< no value: the answer has no body
};

/// A command of this plugin, or of another plugin that this one calls.
struct Command {
    std::string name;
    std::string function; ///< its name in C++
    std::string scope;
    std::string description;
    bool typed = false; ///< the command declares an input or output schema
    bool optional = false;
    std::optional<Type> input;
    std::optional<Type> output;
};

struct EventType {
    std::string type;
    std::string object;
    std::string name; ///< name of its struct
    Struct* data = nullptr;
};

struct Job {
    std::string name;
    bool lane = false; ///< the job is queued in a lane
    std::optional<Type> payload;
};

struct Plugin {
    std::string id;
    std::string version;
    std::string space;                              ///< namespace
    std::map<std::string, std::string> identifiers; ///< identifiers in use: prefix → type
    std::deque<Enum> enums; ///< in the order of their first use; the deque keeps addresses valid
    std::deque<Struct> structs;
    std::vector<Struct*> order; ///< sorted so that each struct follows those that it contains
    std::vector<Operation> operations;
    std::vector<Command> provided;
    std::vector<Command> used;
    std::vector<EventType> events;
    std::vector<std::string> hooks;
    std::vector<std::string> subscribers;
    std::vector<Job> jobs;
};

} // namespace svc::bindgen
