#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace svc::host::db {

// Rows of each table, by its name as SQL writes it: schema.name.
using TableRows = std::map<std::string, std::uint64_t>;

// Counts the rows of the script that `pg_restore --data-only` writes: the lines between COPY and \. of each
// table. Needs memory for the name of one table, however long the rows are.
class ArchiveRows {
public:
    // The next piece of the script, of any size.
    void read(std::string_view piece);
    const TableRows& tables() const noexcept { return tables_; }

private:
    void endLine();

    TableRows tables_;
    std::string line_;              // its beginning
    std::uint64_t* rows_ = nullptr; // of the table whose rows come now
};

// The first table whose rows differ, as a sentence; empty when there is none. A table of `archived` that
// `expected` lacks differs as well.
std::string differenceOf(const TableRows& expected, const TableRows& archived);

} // namespace svc::host::db
