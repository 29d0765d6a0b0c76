#pragma once

#include <string_view>

namespace svc::host::http {

/// Removes blanks and tabs at both ends, which are not part of a header's value (RFC 9110 5.5). Other white
/// space belongs to the value.
constexpr std::string_view trimBlanks(std::string_view text) {
    constexpr std::string_view Blanks = " \t";
    const std::size_t first = text.find_first_not_of(Blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(Blanks) - first + 1);
}

} // namespace svc::host::http
