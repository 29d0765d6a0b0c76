#include "host/db/plugin_statement.hpp"

#include <array>
#include <cctype>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <unordered_set>

namespace svc::host::db {
namespace {

// Skips leading blanks, line comments and (nested) block comments, as PostgreSQL parses them.
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

bool isIdentifierByte(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) || c == '_' || c == '$';
}

// The position after the end of a quoted text; a doubled quote is part of it.
std::size_t skipQuoted(std::string_view sql, std::size_t at) {
    const char quote = sql[at];
    for (++at; at < sql.size(); ++at) {
        if (sql[at] == quote) {
            if (at + 1 >= sql.size() || sql[at + 1] != quote)
                return at + 1;
            ++at;
        }
    }
    return sql.size();
}

// Does the statement refer to the schema svc? The host's tables include people and sessions, which have no
// company and so no policy. String literals and comments are ignored. The tables of lists (svc.list_…) have a
// company and may be read (svc/list.hpp).
bool namesHostSchema(std::string_view sql) {
    std::string word; // the identifier just read, while a dot may follow
    for (std::size_t at = 0; at < sql.size();) {
        const char c = sql[at];
        if (c == '\'') {
            at = skipQuoted(sql, at);
            word.clear();
        } else if (c == '"') {
            const std::size_t end = skipQuoted(sql, at);
            word = sql.substr(at + 1, end - at - 2);
            at = end;
        } else if (isIdentifierByte(c)) {
            word.clear();
            for (; at < sql.size() && isIdentifierByte(sql[at]); ++at)
                word += static_cast<char>(std::tolower(static_cast<unsigned char>(sql[at])));
        } else if (c == '.') {
            if (word == "svc" && !sql.substr(at + 1).starts_with("list_"))
                return true;
            word.clear();
            ++at;
        } else {
            const std::string_view rest = skipBlanksAndComments(sql.substr(at));
            const std::size_t next = sql.size() - rest.size();
            // Blanks and comments may stand between the schema and the dot; any other character ends the
            // name.
            if (next == at) {
                word.clear();
                ++at;
            } else {
                at = next;
            }
        }
    }
    return false;
}

// Cache of accepted texts. Plugins send the same few hundred statements again and again, and checking a long
// one costs more than sending it.
class KnownTexts {
public:
    bool has(std::string_view sql) const {
        const std::shared_lock lock(mutex_);
        return texts_.find(sql) != texts_.end();
    }
    void add(std::string_view sql) {
        constexpr std::size_t Most = 2000;
        const std::unique_lock lock(mutex_);
        if (texts_.size() >= Most)
            texts_.clear();
        texts_.emplace(sql);
    }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept {
            return std::hash<std::string_view>()(text);
        }
    };

    mutable std::shared_mutex mutex_;
    std::unordered_set<std::string, Hash, std::equal_to<>> texts_;
};

// Throws std::invalid_argument when the statement is not allowed.
void inspect(std::string_view sql) {
    static constexpr std::array<std::string_view, 7> Allowed = {"SELECT", "INSERT", "UPDATE", "DELETE",
                                                                "MERGE",  "VALUES", "WITH"};
    if (sql.find('\0') != std::string_view::npos)
        throw std::invalid_argument("a statement may not contain a zero byte");
    const std::string_view rest = skipBlanksAndComments(sql);
    std::string word;
    for (const char c : rest) {
        // Identifier characters extend the word, so that "SELECT_x" and "SELECT$1" are refused.
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 && !std::isalnum(byte) && c != '_' && c != '$')
            break;
        word += static_cast<char>(byte < 0x80 ? std::toupper(byte) : byte);
        if (word.size() > 16)
            break;
    }
    for (const std::string_view allowed : Allowed) {
        if (word == allowed) {
            if (namesHostSchema(rest))
                throw std::invalid_argument(
                    "a plugin's statement names the schema svc, which is the host's alone");
            return;
        }
    }
    throw std::invalid_argument(
        "a plugin's statement must begin with SELECT, INSERT, UPDATE, DELETE, MERGE, VALUES or "
        "WITH; this one begins with '" +
        word + "'");
}

} // namespace

void checkPluginStatement(std::string_view sql) {
    static KnownTexts known;
    if (known.has(sql))
        return;
    inspect(sql);
    known.add(sql);
}

} // namespace svc::host::db
