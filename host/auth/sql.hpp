#pragma once

#include "host/db/connection.hpp"
#include "host/db/rows.hpp"

#include <svc/date.hpp>
#include <svc/id.hpp>
#include <svc/json.hpp>

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::auth {

/// Parameters of a statement that own their text; the order of the calls is that of $1, $2, ….
class SqlArgs {
public:
    SqlArgs() = default;
    SqlArgs(const SqlArgs&) = delete;
    SqlArgs& operator=(const SqlArgs&) = delete;

    SqlArgs& add(std::string value) {
        params_.emplace_back(values_.emplace_back(std::move(value)));
        return *this;
    }
    SqlArgs& add(std::string_view value) { return add(std::string(value)); }
    SqlArgs& add(const char* value) { return add(std::string(value)); }
    SqlArgs& add(const Uuid& value) { return add(value.toString()); }
    SqlArgs& add(Instant value) { return add(value.toSql()); }
    SqlArgs& add(bool value) { return add(value ? "t" : "f"); }
    SqlArgs& add(std::int64_t value) { return add(std::to_string(value)); }
    SqlArgs& add(std::nullopt_t /*null*/) {
        params_.emplace_back(std::nullopt);
        return *this;
    }
    template <class T>
    SqlArgs& add(const std::optional<T>& value) {
        return value ? add(*value) : add(std::nullopt);
    }
    /// The text of a JSON value, NULL for null.
    SqlArgs& add(const Json& value) { return value.isNull() ? add(std::nullopt) : add(value.dump()); }

    operator std::span<const db::Param>() const { return params_; } // NOLINT(google-explicit-constructor)

private:
    std::deque<std::string> values_; // a deque, because its elements do not move
    std::vector<db::Param> params_;
};

/// The text form of a PostgreSQL array: `{"a","b",NULL}`.
std::string arrayText(const std::vector<std::string>& values);
std::string arrayText(const std::vector<std::optional<std::string>>& values);

/// Splits a cell made with array_to_string(column, ' ').
std::vector<std::string> wordsOf(std::optional<std::string_view> cell);

/// A uuid column as a public identifier; null for NULL.
Json idJson(std::string_view prefix, std::optional<std::string_view> uuid);
/// A timestamptz column in the format of API responses; null for NULL.
Json instantJson(std::optional<std::string_view> timestamp);
Instant instantOf(std::string_view timestamp);
/// `{ "kind", "id" }` from the columns created_by_kind and created_by_id, null when there is no actor.
Json actorJson(std::optional<std::string_view> kind, std::optional<std::string_view> uuid);
/// A numeric column as a number without trailing zeros.
Json decimalJson(std::optional<std::string_view> numeric);
/// A text column; null for NULL.
inline Json textJson(std::optional<std::string_view> text) {
    return text ? Json(*text) : Json(nullptr);
}
inline Json boolJson(std::string_view cell) {
    return Json(cell == "t");
}
/// A column of jsonb; null for NULL.
Json parsedJson(std::optional<std::string_view> cell);
std::int64_t integerOf(std::string_view cell);

} // namespace svc::host::auth
