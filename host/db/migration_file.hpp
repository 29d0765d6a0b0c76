#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::db {

enum class Phase { Expand = 1, Contract };

// An earlier file that a file of the folder stands for: -- svc: replaces=<number>:<checksum>
struct ReplacedMigration {
    int number = 0;
    std::string checksum; // SHA-256, hexadecimal
    int line = 0;         // of the file that says so
};

// One numbered file of a folder of migrations.
struct MigrationFile {
    int number = 0;
    std::string name;     // what follows the number, without .sql
    std::string checksum; // SHA-256 of the file, hexadecimal
    Phase phase = Phase::Expand;
    bool transaction = true;     // -- svc: transaction=off
    bool foreachCompany = false; // -- svc: foreach-company
    std::vector<ReplacedMigration> replaces;
    std::string sql;
};

// The files NNNN_name.sql of the folder by number; other names are ignored. Throws std::runtime_error for a
// number used twice, an unknown "-- svc:" line, a file that cannot be read, and a new file that has the
// number of a replaced one: a database may have applied that one under it.
std::vector<MigrationFile> readMigrations(const std::filesystem::path& folder);

// Splits a script into statements without comments; handles quotes and dollar quotes.
std::vector<std::string> splitStatements(std::string_view script);

std::string sha256Hex(std::string_view bytes);

} // namespace svc::host::db
