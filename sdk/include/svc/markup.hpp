/// @file Escapes text for HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace svc {

/// Escapes a text for the content of an element or a quoted attribute, in HTML and XML.
///
/// Example:
///   "<p title='" + escapedMarkup("Bread & \"butter\"") + "'>"    // Bread &amp; &quot;butter&quot;
inline std::string escapedMarkup(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '"':
            safe += "&quot;";
            break;
        case '\'':
            safe += "&#39;";
            break;
        default:
            safe += c;
        }
    }
    return safe;
}

} // namespace svc
