#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace svc::host::config {

/// What a plain scalar is under the core schema of YAML 1.2.
bool isNullScalar(std::string_view text) noexcept;
std::optional<bool> booleanScalar(std::string_view text) noexcept;

/// The number in JSON syntax: unchanged when it is valid JSON already; `+1`, `.5`, `007`, `0x1f` and `0o17`
/// are rewritten. Infinity and not-a-number do not exist in JSON and are treated as texts.
std::optional<std::string> numberScalar(std::string_view text);

} // namespace svc::host::config
