#include "host/db/archive_rows.hpp"

#include <algorithm>

namespace svc::host::db {
namespace {

// More than "COPY schema.name (" can have: two names of 63 characters, which may be quoted.
constexpr std::size_t Beginning = 512;
constexpr std::string_view Copy = "COPY ";

} // namespace

void ArchiveRows::read(std::string_view piece) {
    while (!piece.empty()) {
        const std::size_t end = piece.find('\n');
        const std::string_view part = piece.substr(0, end);
        line_.append(part.substr(0, Beginning - std::min(Beginning, line_.size())));
        if (end == std::string_view::npos)
            return;
        endLine();
        piece.remove_prefix(end + 1);
    }
}

void ArchiveRows::endLine() {
    if (rows_ == nullptr && line_.starts_with(Copy))
        rows_ = &tables_[line_.substr(Copy.size(), line_.find(" (") - Copy.size())];
    else if (line_ == "\\.")
        rows_ = nullptr;
    else if (rows_ != nullptr)
        ++*rows_;
    line_.clear();
}

std::string differenceOf(const TableRows& expected, const TableRows& archived) {
    for (const auto& [table, rows] : expected) {
        const auto found = archived.find(table);
        if (found == archived.end())
            return table + " is not in the archive";
        if (found->second != rows)
            return table + " has " + std::to_string(rows) + " rows, in the archive " +
                   std::to_string(found->second);
    }
    for (const auto& [table, rows] : archived)
        if (!expected.contains(table))
            return table + " is in the archive alone";
    return {};
}

} // namespace svc::host::db
