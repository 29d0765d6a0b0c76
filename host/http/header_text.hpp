#pragma once

#include <string_view>

namespace svc::host::http {

/// Without the blanks and tabs at both ends: what stands around the value of a header and means nothing (RFC
/// 9110 5.5). Any other white space belongs to the value.
constexpr std::string_view trimBlanks(std::string_view text) {
    constexpr std::string_view Blanks = " \t";
    const std::size_t first = text.find_first_not_of(Blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(Blanks) - first + 1);
}

} // namespace svc::host::http
