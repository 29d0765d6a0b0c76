/// @file A member of a body that may be left out, null, or have a value.
#pragma once

#include <optional>
#include <utility>

namespace svc {

/// A member whose absence means something else than null: in a PATCH, "leave it" and "clear it".
///
///     if (!body.note.isAbsent()) { record.note = body.note.value(); }
template <class Value>
class Field {
public:
    /// Absent.
    constexpr Field() = default;
    // A member is written as its value, or std::nullopt for null.
    constexpr Field(std::nullopt_t) : present_(true) {}                                       // NOLINT
    constexpr Field(Value value) : present_(true), value_(std::move(value)) {}                // NOLINT
    constexpr Field(std::optional<Value> value) : present_(true), value_(std::move(value)) {} // NOLINT

    constexpr bool isAbsent() const noexcept { return !present_; }
    constexpr bool isNull() const noexcept { return present_ && !value_; }
    /// Neither absent nor null.
    constexpr bool hasValue() const noexcept { return value_.has_value(); }
    /// Nothing when it is absent or null.
    constexpr const std::optional<Value>& value() const noexcept { return value_; }
    constexpr const Value& operator*() const noexcept { return *value_; }
    constexpr const Value* operator->() const noexcept { return &*value_; }

private:
    bool present_ = false;
    std::optional<Value> value_;
};

} // namespace svc
