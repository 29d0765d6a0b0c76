/// @file A member of a request body that may be absent, null, or have a value.
#pragma once

#include <optional>
#include <utility>

namespace svc {

/// A member for which absent and null differ: in a PATCH, absent keeps the stored value and null clears it.
///
///     if (!body.note.isAbsent()) { record.note = body.note.value(); }
template <class Value>
class Field {
public:
    /// An absent member.
    constexpr Field() = default;
    // A present member: its value, or std::nullopt for null.
    constexpr Field(std::nullopt_t) : present_(true) {}                                       // NOLINT
    constexpr Field(Value value) : present_(true), value_(std::move(value)) {}                // NOLINT
    constexpr Field(std::optional<Value> value) : present_(true), value_(std::move(value)) {} // NOLINT

    constexpr bool isAbsent() const noexcept { return !present_; }
    constexpr bool isNull() const noexcept { return present_ && !value_; }
    /// Neither absent nor null.
    constexpr bool hasValue() const noexcept { return value_.has_value(); }
    /// No value when the member is absent or null.
    constexpr const std::optional<Value>& value() const noexcept { return value_; }
    constexpr const Value& operator*() const noexcept { return *value_; }
    constexpr const Value* operator->() const noexcept { return &*value_; }

private:
    bool present_ = false;
    std::optional<Value> value_;
};

} // namespace svc
