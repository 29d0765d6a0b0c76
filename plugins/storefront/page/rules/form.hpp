#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace svc::storefront {

/// The fields of a form as a browser without script sends them (application/x-www-form-urlencoded), decoded
/// and trimmed; empty ones are left out. Nothing when the text is no such form.
using Form = std::vector<std::pair<std::string, std::string>>;
std::optional<Form> parseForm(std::string_view body);

/// A field, at most `longest` characters of it.
std::optional<std::string> fieldOf(const Form& form, std::string_view name, std::size_t longest = 255);

} // namespace svc::storefront
