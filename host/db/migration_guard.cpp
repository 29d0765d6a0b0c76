#include "host/db/migration_guard.hpp"

#include "host/db/migration_file.hpp"

#include <set>
#include <vector>

namespace svc::host::db {
namespace {

// Words and schema.word names in lower case, without string literals.
std::vector<std::string> wordsOf(std::string_view statement) {
    std::vector<std::string> words;
    std::string word;
    bool literal = false;
    for (const char c : statement) {
        if (c == '\'')
            literal = !literal;
        const bool letter = !literal && (c == '_' || c == '.' || (c >= '0' && c <= '9') ||
                                         (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
        if (letter) {
            word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        } else if (c != '"' && !word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    if (!word.empty())
        words.push_back(std::move(word));
    return words;
}

bool changesOrCopiesRows(const std::vector<std::string>& words) {
    if (words.empty())
        return false;
    const std::set<std::string> all(words.begin(), words.end());
    const std::string& first = words.front();
    if (first == "update" || first == "delete" || first == "merge" || first == "with")
        return true;
    if (first == "insert")
        return all.count("select") > 0;
    return first == "create" && words.size() > 1 && words[1] != "view" && words[1] != "function" &&
           words[1] != "policy" && words[1] != "or" && all.count("as") > 0 && all.count("select") > 0;
}

} // namespace

std::optional<std::string> dataChangeOfCompanyTable(Connection& connection, std::string_view schema,
                                                    std::string_view script) {
    std::vector<std::vector<std::string>> suspects;
    for (const std::string& statement : splitStatements(script))
        if (std::vector<std::string> words = wordsOf(statement); changesOrCopiesRows(words))
            suspects.push_back(std::move(words));
    if (suspects.empty())
        return std::nullopt;
    const Rows rows =
        connection.query("SELECT n.nspname || '.' || c.relname, CASE WHEN n.nspname = $1 THEN c.relname "
                         "END FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE "
                         "c.relforcerowsecurity AND c.relkind IN ('r', 'p')",
                         {schema});
    std::set<std::string> tables;
    for (std::size_t i = 0; i < rows.count(); ++i) {
        tables.emplace(rows.text(i, 0));
        if (const auto local = rows.cell(i, 1))
            tables.emplace(*local);
    }
    for (const std::vector<std::string>& words : suspects)
        for (const std::string& word : words)
            if (tables.count(word) > 0)
                return word;
    return std::nullopt;
}

} // namespace svc::host::db
