/// @file Names of fields in the refusals of a document that the service makes from another record: the sale
/// of a quote, of a stay. Callers know the fields of that record, not those of the body made from it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <svc/error.hpp>

namespace svc::trade {

/// A field of a line: `lines[<index>].<member>`.
struct LineField {
    std::size_t index = 0;
    std::string_view member{}; ///< part of the path that was read
};

/// Nothing when the path names no field of a line.
std::optional<LineField> lineFieldOf(std::string_view path);

/// `field-invalid:<path>` and `field-required:<path>` with the path that `rename` tells for the given one;
/// any other refusal unchanged.
ApiError renamedField(const ApiError& refusal, const std::function<std::string(std::string_view)>& rename);

} // namespace svc::trade
