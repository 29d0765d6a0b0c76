#include "host/db/migration_file.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <openssl/evp.h>
#include <optional>
#include <stdexcept>

#include <svc/text.hpp>

namespace svc::host::db {
namespace {

bool isWordCharacter(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & '\x80') != 0;
}

// NNNN_name.sql
bool isMigrationName(const std::string& name) {
    return name.size() > 9 && std::all_of(name.begin(), name.begin() + 4, isDigit) && name[4] == '_' &&
           name.ends_with(".sql");
}

std::string readAll(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file)
        throw std::runtime_error("cannot read the migration " + path.string());
    return text;
}

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

// <number>:<SHA-256>; empty when the text is not that.
std::optional<ReplacedMigration> parseReplaced(const std::string& text, int line) {
    const std::string number = text.substr(0, text.find(':'));
    const std::string checksum = text.substr(std::min(number.size() + 1, text.size()));
    const auto isHex = [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); };
    if (number.empty() || number.size() > 4 || !std::all_of(number.begin(), number.end(), isDigit) ||
        checksum.size() != 64 || !std::all_of(checksum.begin(), checksum.end(), isHex))
        return std::nullopt;
    return ReplacedMigration{std::stoi(number), checksum, line};
}

// Reads the lines "-- svc: …" at the head of the file, before the first statement.
void readHead(MigrationFile& file, const std::filesystem::path& path) {
    std::string_view rest = file.sql;
    for (int number = 1; !rest.empty(); ++number) {
        const std::size_t end = rest.find('\n');
        const std::string line = trimmed(rest.substr(0, end));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (line.empty())
            continue;
        if (!line.starts_with("--"))
            return;
        const std::string comment = trimmed(std::string_view(line).substr(2));
        if (!comment.starts_with("svc:"))
            continue;
        const std::string value = trimmed(std::string_view(comment).substr(4));
        if (value == "phase=expand")
            file.phase = Phase::Expand;
        else if (value == "phase=contract")
            file.phase = Phase::Contract;
        else if (value == "transaction=off")
            file.transaction = false;
        else if (value == "foreach-company")
            file.foreachCompany = true;
        else if (auto replaced = parseReplaced(value.starts_with("replaces=") ? value.substr(9) : "", number))
            file.replaces.push_back(std::move(*replaced));
        else
            throw std::runtime_error(path.string() + ":" + std::to_string(number) + ": found the line '" +
                                     line +
                                     "'; expected phase=expand, phase=contract, transaction=off, "
                                     "foreach-company or replaces=<number>:<SHA-256>");
    }
}

std::string pathIn(const std::filesystem::path& folder, const MigrationFile& file) {
    std::string number = std::to_string(file.number);
    number.insert(0, 4 - number.size(), '0');
    return (folder / (number + "_" + file.name + ".sql")).string();
}

// Databases may have applied a replaced file under its number: no other file may be recognised by that
// number.
void checkReplaced(const std::filesystem::path& folder, const std::vector<MigrationFile>& files) {
    struct Named {
        const MigrationFile* by;
        const ReplacedMigration* line;
    };
    std::map<int, Named> named;
    for (const MigrationFile& file : files)
        for (const ReplacedMigration& replaced : file.replaces) {
            const auto [first, added] = named.try_emplace(replaced.number, Named{&file, &replaced});
            if (!added && first->second.line->checksum != replaced.checksum)
                throw std::runtime_error(pathIn(folder, file) + ":" + std::to_string(replaced.line) +
                                         ": found replaces=" + std::to_string(replaced.number) + ":" +
                                         replaced.checksum + ", expected the checksum " +
                                         first->second.line->checksum + ", as " +
                                         pathIn(folder, *first->second.by) + ":" +
                                         std::to_string(first->second.line->line) + " has it");
        }
    for (const MigrationFile& file : files) {
        const auto taken = named.find(file.number);
        if (taken != named.end() && file.replaces.empty())
            throw std::runtime_error(pathIn(folder, file) + ":1: found the number " +
                                     std::to_string(file.number) + ", which is replaced by " +
                                     pathIn(folder, *taken->second.by) + ":" +
                                     std::to_string(taken->second.line->line) + "; expected a number above " +
                                     std::to_string(named.rbegin()->first));
    }
}

// The position after the quoted text or comment that begins at `at`, or `at` itself when none does.
std::size_t pastQuoted(std::string_view sql, std::size_t at) {
    const char c = sql[at];
    const auto find = [sql](std::string_view what, std::size_t from) {
        const std::size_t found = sql.find(what, from);
        return found == std::string_view::npos ? sql.size() : found + what.size();
    };
    if (c == '\'' || c == '"') {
        // Only in E'…' does a backslash escape the quote.
        const bool escapes = c == '\'' && at > 0 && (sql[at - 1] == 'E' || sql[at - 1] == 'e') &&
                             (at < 2 || !isWordCharacter(sql[at - 2]));
        for (std::size_t i = at + 1; i < sql.size(); ++i) {
            if (escapes && sql[i] == '\\')
                ++i;
            else if (sql[i] == c)
                return i + 1;
        }
        return sql.size();
    }
    if (c == '$' && (at == 0 || !isWordCharacter(sql[at - 1]))) {
        std::size_t end = at + 1;
        while (end < sql.size() && isWordCharacter(sql[end]))
            ++end;
        if (end < sql.size() && sql[end] == '$' && !isDigit(sql[at + 1]))
            return find(sql.substr(at, end - at + 1), end + 1);
    }
    return at;
}

std::size_t pastComment(std::string_view sql, std::size_t at) {
    const std::string_view rest = sql.substr(at);
    if (rest.starts_with("--")) {
        const std::size_t end = sql.find('\n', at);
        return end == std::string_view::npos ? sql.size() : end;
    }
    if (!rest.starts_with("/*"))
        return at;
    std::size_t i = at + 2;
    for (int depth = 1; depth > 0 && i < sql.size(); ++i) {
        if (sql.substr(i).starts_with("/*"))
            ++depth, ++i;
        else if (sql.substr(i).starts_with("*/"))
            --depth, ++i;
    }
    return std::min(i, sql.size());
}

} // namespace

std::vector<std::string> splitStatements(std::string_view script) {
    std::vector<std::string> statements;
    std::string current;
    const auto finish = [&] {
        if (std::string statement = trimmed(current); !statement.empty())
            statements.push_back(std::move(statement));
        current.clear();
    };
    for (std::size_t at = 0; at < script.size();) {
        if (const std::size_t end = pastComment(script, at); end != at) {
            current += ' ';
            at = end;
        } else if (const std::size_t close = pastQuoted(script, at); close != at) {
            current += script.substr(at, close - at);
            at = close;
        } else if (script[at] == ';') {
            finish();
            ++at;
        } else {
            current += script[at++];
        }
    }
    finish();
    return statements;
}

std::string sha256Hex(std::string_view bytes) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("SHA-256 failed");
    static constexpr std::string_view Digits = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < size; ++i) {
        text += Digits[digest[i] >> 4U];
        text += Digits[digest[i] & 15U];
    }
    return text;
}

std::vector<MigrationFile> readMigrations(const std::filesystem::path& folder) {
    std::vector<MigrationFile> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (!isMigrationName(name))
            continue;
        MigrationFile file;
        file.number = std::stoi(name.substr(0, 4));
        file.name = name.substr(5, name.size() - 9);
        file.sql = readAll(entry.path());
        file.checksum = sha256Hex(file.sql);
        readHead(file, entry.path());
        files.push_back(std::move(file));
    }
    if (error)
        throw std::runtime_error("cannot read the folder of migrations " + folder.string() + ": " +
                                 error.message());
    std::sort(files.begin(), files.end(),
              [](const MigrationFile& a, const MigrationFile& b) { return a.number < b.number; });
    for (std::size_t i = 1; i < files.size(); ++i)
        if (files[i].number == files[i - 1].number)
            throw std::runtime_error("two migrations in " + folder.string() + " have the number " +
                                     std::to_string(files[i].number));
    checkReplaced(folder, files);
    return files;
}

} // namespace svc::host::db
