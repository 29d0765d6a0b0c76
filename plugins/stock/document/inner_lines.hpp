#pragma once

#include <string>
#include <vector>

#include <svc/columns.hpp>
#include <svc/inner_rows.hpp>

namespace svc::stock {

/// The lines of a record as one column, in their order; linesAt() reads it.
///
/// @param owner the condition that selects them: `count_id = c.id`
template <class Lines>
std::string linesColumn(const Lines& lines, std::string_view table, std::string_view owner) {
    std::string from(table);
    from.append(" l WHERE l.company_id = $1 AND l.").append(owner).append(" ORDER BY l.position");
    return innerRows(lines.select("l"), from);
}

template <class Lines>
std::vector<typename Lines::Record> linesAt(const Lines& lines, const Row& row, std::uint32_t column) {
    std::vector<typename Lines::Record> records;
    eachInner(row, column, [&](const Row& line) { records.push_back(lines.read(line)); });
    return records;
}

} // namespace svc::stock
