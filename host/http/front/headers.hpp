#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace svc::host::http {

/// In order, with repeated ones.
using Headers = std::vector<std::pair<std::string, std::string>>;

/// The first header of that name, without case.
std::optional<std::string_view> findHeader(const Headers& headers, std::string_view name);

/// Removes blanks and tabs at both ends, which are not part of a header's value (RFC 9110 5.5). Other white
/// space belongs to the value.
constexpr std::string_view trimBlanks(std::string_view text) {
    constexpr std::string_view Blanks = " \t";
    const std::size_t first = text.find_first_not_of(Blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(Blanks) - first + 1);
}

} // namespace svc::host::http
