#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace svc::storefront {

/// The fields of a form as sent by a browser without script (application/x-www-form-urlencoded), decoded and
/// trimmed; empty ones are omitted. parseForm() returns nothing for text that is not such a form.
using Form = std::vector<std::pair<std::string, std::string>>;
std::optional<Form> parseForm(std::string_view body);

/// A field, cut to at most `longest` characters.
std::optional<std::string> fieldOf(const Form& form, std::string_view name, std::size_t longest = 255);

} // namespace svc::storefront
