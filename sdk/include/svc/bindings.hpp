/// @file Support code for generated bindings (`svc-bind`): reads JSON and parameters into structs and hands
/// answers to the host. Plugins include the generated `bindings.hpp`, which includes this file.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <svc/answer.hpp>
#include <svc/plugin.hpp>
#include <svc/records.hpp>

namespace svc {

/// The day of the bound of a period; an instant is converted in the time zone of the company.
inline std::optional<Date> dayOf(Call& call, const std::optional<DateOrInstant>& bound) {
    if (!bound) {
        return std::nullopt;
    }
    const auto instant = bound->instant();
    return instant ? call.dateOf(*instant) : bound->date();
}

/// The bounds of a period as instants: the first one of it, and the first one after it. The day on which the
/// period ends belongs to it as a whole.
inline std::optional<Instant> instantFrom(Call& call, const std::optional<DateOrInstant>& bound) {
    if (!bound) {
        return std::nullopt;
    }
    const auto instant = bound->instant();
    return instant ? *instant : call.startOf(bound->date().value());
}
inline std::optional<Instant> instantBefore(Call& call, const std::optional<DateOrInstant>& bound) {
    const auto last = dayOf(call, bound);
    return last ? call.endOf(*last) : std::nullopt;
}

/// The texts of the enumeration values of a filter, as a parameter of a statement.
template <class Enum>
std::optional<std::vector<std::string>> textsOf(const std::optional<std::vector<Enum>>& values) {
    if (!values) {
        return std::nullopt;
    }
    std::vector<std::string> texts;
    for (const Enum value : *values) {
        texts.emplace_back(toText(value));
    }
    return texts;
}

/// Reads an enumeration from a column.
template <class Enum>
Enum enumAt(const Row& row, std::uint32_t column) {
    Enum value{};
    if (!fromText(row.text(column), value)) {
        throw Fault("column " + std::to_string(column) + " holds the unknown state " +
                    std::string(row.text(column)));
    }
    return value;
}

namespace bind {

/// The position of a value, for error codes such as `lines[0].quantity`. The text is built only when an error
/// needs it.
class Place {
public:
    /// In the body of a request: a wrong value is the client's fault, and strings are trimmed.
    Place() = default;
    /// In the input or output of a command or the payload of a job (named by `of`): a wrong value is a fault
    /// of a plugin.
    explicit Place(std::string_view of) noexcept : of_(of) {}
    Place(const Place& parent, std::string_view name) noexcept
        : parent_(&parent), of_(parent.of_), name_(name) {}
    Place(const Place& parent, std::size_t index) noexcept
        : parent_(&parent), of_(parent.of_), index_(index) {}

    bool isBody() const noexcept { return of_.empty(); }

    std::string path() const {
        if (parent_ == nullptr) {
            return {};
        }
        std::string path = parent_->path();
        if (name_.empty()) {
            return path + '[' + std::to_string(index_) + ']';
        }
        path += path.empty() ? "" : ".";
        return path += name_;
    }
    [[noreturn]] void missing() const {
        if (isBody()) {
            throw fieldRequired(path());
        }
        throw Fault(std::string(of_) + ": " + path() + " is missing");
    }
    [[noreturn]] void invalid() const {
        if (isBody()) {
            throw fieldInvalid(parent_ == nullptr ? "body" : path());
        }
        throw Fault(std::string(of_) + ": " + path() + " is not as its schema says");
    }

private:
    const Place* parent_ = nullptr;
    std::string_view of_;
    std::string_view name_;
    std::size_t index_ = 0;
};

// Conversion of text (a parameter or a JSON string) to a value. Returns false when the text has the wrong
// form.
inline bool fromText(std::string_view text, std::string& to) {
    to = text;
    return true;
}
/// An identifier of the wrong form becomes the nil identifier, which no record has, so the answer is that for
/// an unknown identifier.
template <class Tag>
bool fromText(std::string_view text, Id<Tag>& to) {
    to = Id<Tag>::parse(text).value_or(Id<Tag>());
    return true;
}
/// Dates, instants, currencies, decimals.
template <class Value>
requires requires(std::string_view text) {
    { Value::parse(text) } -> std::same_as<std::optional<Value>>;
}
bool fromText(std::string_view text, Value& to) {
    const std::optional<Value> value = Value::parse(text);
    if (value) {
        to = *value;
    }
    return value.has_value();
}
inline bool fromText(std::string_view text, std::int64_t& to) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
    return error == std::errc{} && end == text.data() + text.size();
}
inline bool fromText(std::string_view text, bool& to) {
    to = text == "true";
    return to || text == "false";
}

// Conversion of JSON to a value. Each generated struct has its own read() in its namespace, found by
// argument-dependent lookup.
inline void read(const Json& json, const Place& place, std::string& to) {
    if (!json.isString()) {
        place.invalid();
    }
    to = place.isBody() ? trim(json.text()) : std::string_view(json.text());
}
inline void read(const Json& json, const Place& place, bool& to) {
    if (!json.isBoolean()) {
        place.invalid();
    }
    to = json.boolean();
}
inline void read(const Json& json, const Place& place, std::int64_t& to) {
    try {
        to = json.integer();
    } catch (const JsonError&) {
        place.invalid();
    }
}
inline void read(const Json& json, const Place& place, Decimal& to) {
    try {
        to = json.decimal();
    } catch (const JsonError&) {
        place.invalid();
    }
}
inline void read(const Json& json, const Place&, Json& to) {
    to = json;
}
inline void read(const Json& json, const Place& place, MajorAmount& to) {
    Decimal major;
    read(json, place, major);
    to = MajorAmount(major);
}
inline void read(const Json& json, const Place& place, MinorAmount& to) {
    std::int64_t minor = 0;
    read(json, place, minor);
    to = MinorAmount(minor);
}
inline void read(const Json& json, const Place& place, MinorPrice& to) {
    Decimal minor;
    read(json, place, minor);
    to = MinorPrice(minor);
}
inline void read(const Json& json, const Place& place, Actor& to) {
    if (json.isNull()) {
        to = {};
        return;
    }
    const Json& id = json["id"];
    const bool isUser = json["kind"] == Json("user");
    const auto uuid = id.isString() ? decodeId(isUser ? "usr" : "key", id.text()) : std::nullopt;
    if (!uuid) {
        place.invalid();
    }
    to = {isUser ? Actor::Kind::User : Actor::Kind::ApiKey, *uuid};
}
/// Values that JSON holds as strings: identifiers, dates, instants, enumerations.
template <class Value>
requires(!std::same_as<Value, std::string> && !std::same_as<Value, bool> &&
         !std::same_as<Value, std::int64_t> && !std::same_as<Value, Decimal> &&
         requires(std::string_view text, Value& to) {
             fromText(text, to);
         }) void read(const Json& json, const Place& place, Value& to) {
    if (!json.isString() || !fromText(trim(json.text()), to)) {
        place.invalid();
    }
}
template <class Value>
void read(const Json& json, const Place& place, std::vector<Value>& to) {
    if (!json.isArray()) {
        place.invalid();
    }
    to.resize(json.size());
    for (std::size_t i = 0; i < to.size(); ++i) {
        read(json.items()[i], Place(place, i), to[i]);
    }
}
/// Null is read as no value; so is an empty or blank string in the body of a request.
template <class Value>
void read(const Json& json, const Place& place, std::optional<Value>& to) {
    if (json.isNull() || (place.isBody() && json.isString() && trim(json.text()).empty())) {
        to.reset();
    } else {
        read(json, place, to.emplace());
    }
}

/// Reads a member that the schema requires.
template <class Value>
void required(const Json& object, const Place& place, std::string_view name, Value& to) {
    const Json* const member = object.find(name);
    const Place at(place, name);
    if (member == nullptr || member->isNull()) {
        at.missing();
    }
    read(*member, at, to);
}
/// Reads a member that may be missing or null.
template <class Value>
void optional(const Json& object, const Place& place, std::string_view name, std::optional<Value>& to) {
    if (const Json* const member = object.find(name)) {
        read(*member, Place(place, name), to);
    }
}
template <class Value>
void optional(const Json& object, const Place& place, std::string_view name, Field<Value>& to) {
    if (const Json* const member = object.find(name)) {
        std::optional<Value> value;
        read(*member, Place(place, name), value);
        to = std::move(value);
    }
}
/// Reads a member that has a default, or whose type can itself be null (Json, Actor).
template <class Value>
void optional(const Json& object, const Place& place, std::string_view name, Value& to) {
    std::optional<Value> value;
    optional(object, place, name, value);
    if (value) {
        to = *std::move(value);
    }
}
inline void requireObject(const Json& json, const Place& place) {
    if (!json.isObject()) {
        place.invalid();
    }
}

/// Reads a parameter of the path.
template <class Value>
void path(const Request& request, std::string_view name, Value& to) {
    if (!fromText(request.path(name), to)) {
        throw fieldInvalid(name);
    }
}
/// Reads a parameter of the query; `to` keeps its value when the parameter is missing.
template <class Value>
void query(const Request& request, std::string_view name, Value& to) {
    if (const auto text = request.query(name); text && !fromText(*text, to)) {
        throw fieldInvalid(name);
    }
}
template <class Value>
void query(const Request& request, std::string_view name, std::optional<Value>& to) {
    if (request.query(name)) {
        query(request, name, to.emplace());
    }
}
/// Reads a comma-separated list; `to` stays empty when the parameter is missing. Identifiers of the wrong
/// form become the nil identifier and match no record.
template <class Value>
void query(const Request& request, std::string_view name, std::optional<std::vector<Value>>& to) {
    for (const std::string& text : request.queryList(name)) {
        Value value{};
        if (!fromText(text, value)) {
            throw fieldInvalid(name);
        }
        if (!to) {
            to.emplace();
        }
        to->push_back(std::move(value));
    }
}

/// Reads the body of a request.
template <class Body>
Body body(Request& request) {
    Body body{};
    read(request.body(), Place(), body);
    return body;
}
/// Reads all parameters of an operation.
template <class Parameters>
Parameters parameters(Request& request) {
    Parameters parameters{};
    read(request, parameters);
    return parameters;
}
/// Reads the input of a command or the payload of a job; `of` is its name, for error messages.
template <class Input>
Input input(Call& call, std::string_view of) {
    Input input{};
    read(call.input(), Place(of), input);
    return input;
}

/// Hands the answer of a route to the host.
template <int Status, class Body>
void respond(svc_call* call, const Answer<Status, Body>& answer) {
    detail::respond(call, answer.response());
}
inline void respond(svc_call* call, const Response& response) {
    detail::respond(call, response);
}
/// Hands the output of a command to the host.
template <class Output>
void output(svc_call* call, const Output& value) {
    JsonWriter out;
    out.value(value);
    detail::check(call, detail::host().call->respond_write(call, detail::bytes(out.text())));
}
inline void output(svc_call* call) {
    detail::check(call, detail::host().call->respond_write(call, detail::bytes("{}")));
}

/// The text of an identifier: generated code takes the object identifier of an event from the member `id` of
/// its data.
template <class Tag>
std::string idText(const Id<Tag>& id) {
    return id.toString();
}
inline const std::string& idText(const std::string& id) {
    return id;
}

template <class Value>
std::string textOf(const Value& value) {
    JsonWriter out;
    out.value(value);
    return out.take();
}
/// Runs a command of another plugin.
template <class Output, class Input>
Output command(Call& call, std::string_view name, const Input& input) {
    Json answer = call.commandText(name, textOf(input));
    if constexpr (std::same_as<Output, Json>) {
        return answer;
    } else if constexpr (!std::is_void_v<Output>) {
        Output output{};
        read(answer, Place(name), output);
        return output;
    }
}

} // namespace bind
} // namespace svc
