/// @file The model between the YAML files and the generated C++; independent of both.
#pragma once

#include <cstddef>
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

/// A filter of a list, for a parameter of its operation.
struct ListFilter {
    Member parameter;
    std::string column;  ///< SQL over the record `r`; empty: the handler adds the condition
    bool key = false;    ///< an index finds the records of each value
    bool counted = true; ///< the host counts the records by this column
};

/// The order of the records for a value of the parameter `sort`.
struct ListOrder {
    std::string enumerator; ///< `api::ListSalesSort::DateDescending`
    std::string sql;        ///< ` ORDER BY …`
};

/// A list of plugin.yaml that names the operation of openapi.yaml that answers it.
struct List {
    std::string name;
    std::string function; ///< its name in C++
    std::string table;
    std::size_t operation = 0;  ///< index in the operations of the plugin
    std::string date;           ///< the day that `from` and `to` are compared with, or
    std::string instant;        ///< the instant; both are empty when they filter nothing
    std::optional<Member> from; ///< parameter of the operation
    std::optional<Member> to;   ///< parameter of the operation
    std::vector<ListFilter> filters;
    /// The filters that the host counts by, in its order: indexes in `filters`, or none for a column that has
    /// no parameter.
    std::vector<std::optional<std::size_t>> counted;
    bool isCounted = false;
    std::vector<std::string> totals;
    std::vector<ListOrder> orders; ///< one for each value of `sort`; empty without that parameter
    std::string order;             ///< the order of an operation without the parameter `sort`
    std::string newest;            ///< the order with the newest first, for searches; may be empty
    bool isSearched = false;       ///< the operation has the parameter `q`
};

/// What the host counts of a list, with or without an operation.
struct CountedList {
    std::string name;
    /// The names of the filters in C++, in the order of the host; empty for an expression without a
    /// parameter.
    std::vector<std::string> filters;
};

/// A command of this plugin, of another plugin that this one calls, or a verb: a command of any provider of a
/// family that this plugin declares and calls.
struct Command {
    std::string name;     ///< of a verb with `*` in the place of the provider
    std::string family;   ///< of a verb: what its commands begin with, `regime.`
    std::string verb;     ///< of a verb: what its commands end with, `.send`, or nothing
    std::string function; ///< its name in C++
    std::string scope;
    std::string description;
    bool typed = false; ///< the command declares an input or output schema
    bool optional = false;
    std::string unreadable; ///< the code of the refusal when the handler throws JsonError; empty: a fault
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
    Struct* settings = nullptr; ///< the settings of companies that the plugin declares
    std::vector<Operation> operations;
    std::vector<List> lists; ///< those with an operation
    std::vector<CountedList> countedLists;
    std::vector<Command> provided;
    std::vector<Command> used;
    std::vector<Command> verbs; ///< those that the plugin declares
    std::vector<EventType> events;
    std::vector<std::string> hooks;
    std::vector<std::string> subscribers;
    std::vector<Job> jobs;
};

} // namespace svc::bindgen
