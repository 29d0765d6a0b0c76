/// @file Edits of a document by a request.
#pragma once

#include <optional>
#include <string_view>

#include <svc/field.hpp>
#include <svc/json.hpp>

namespace svc::trade {

/// Applies a member of the request if it is present; null clears it. Adds what changes to `changes`, as
/// Call::history() takes them.
template <class Value>
void take(std::string_view name, const Field<Value>& given, std::optional<Value>& value, Json& changes) {
    if (!given.isAbsent() && given.value() != value) {
        changes.push(Json::object({{"field", name}, {"from", value}, {"to", given.value()}}));
        value = given.value();
    }
}

} // namespace svc::trade
