#include "host/db/quoting.hpp"

namespace svc::host::db {

std::string quoteLiteral(std::string_view value) {
    std::string text = "'";
    for (const char c : value) {
        if (c == '\'')
            text += '\'';
        text += c;
    }
    return text + "'";
}

std::string quoteIdentifier(std::string_view name) {
    std::string text = "\"";
    for (const char c : name) {
        if (c == '"')
            text += '"';
        text += c;
    }
    return text + "\"";
}

} // namespace svc::host::db
