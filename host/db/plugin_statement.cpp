#include "host/db/plugin_statement.hpp"

#include <array>
#include <cctype>
#include <stdexcept>
#include <string>

namespace svc::host::db {
namespace {

// Blanks, line comments and (nested) block comments at the front, as PostgreSQL reads them.
std::string_view skipBlanksAndComments(std::string_view sql) {
    for (;;) {
        while (!sql.empty() && (sql[0] == ' ' || (sql[0] >= '\t' && sql[0] <= '\r')))
            sql.remove_prefix(1);
        if (sql.starts_with("--")) {
            const std::size_t end = sql.find_first_of("\r\n");
            sql.remove_prefix(end == std::string_view::npos ? sql.size() : end);
        } else if (sql.starts_with("/*")) {
            std::size_t at = 2;
            for (int depth = 1; depth > 0; ++at) {
                if (at + 1 >= sql.size())
                    return {};
                if (sql[at] == '/' && sql[at + 1] == '*')
                    ++depth, ++at;
                else if (sql[at] == '*' && sql[at + 1] == '/')
                    --depth, ++at;
            }
            sql.remove_prefix(at);
        } else {
            return sql;
        }
    }
}

} // namespace

void checkPluginStatement(std::string_view sql) {
    static constexpr std::array<std::string_view, 7> Allowed = {"SELECT", "INSERT", "UPDATE", "DELETE",
                                                                "MERGE",  "VALUES", "WITH"};
    if (sql.find('\0') != std::string_view::npos)
        throw std::invalid_argument("a statement may not contain a zero byte");
    const std::string_view rest = skipBlanksAndComments(sql);
    std::string word;
    for (const char c : rest) {
        // Identifier characters end the word too late rather than too early: "SELECT_x" and "SELECT$1" are
        // refused.
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 && !std::isalnum(byte) && c != '_' && c != '$')
            break;
        word += static_cast<char>(byte < 0x80 ? std::toupper(byte) : byte);
        if (word.size() > 16)
            break;
    }
    for (const std::string_view allowed : Allowed)
        if (word == allowed)
            return;
    throw std::invalid_argument(
        "a plugin's statement must begin with SELECT, INSERT, UPDATE, DELETE, MERGE, VALUES or "
        "WITH; this one begins with '" +
        word + "'");
}

} // namespace svc::host::db
