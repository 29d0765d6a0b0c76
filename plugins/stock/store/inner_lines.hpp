#pragma once

#include <string>
#include <vector>

#include <svc/columns.hpp>
#include <svc/inner_rows.hpp>

namespace svc::stock {

/// The lines of a record as one column, in their order; linesAt() reads it.
///
/// @param owner the condition that finds them: `count_id = c.id`
template <class Lines>
std::string linesColumn(const Lines& lines, std::string_view table, std::string_view owner) {
    std::string column = "array_to_string(ARRAY(SELECT ROW(" + lines.select("l") + ")::text FROM ";
    column.append(table).append(" l WHERE l.company_id = $1 AND l.").append(owner);
    return column + " ORDER BY l.position), ',')";
}

template <class Lines>
std::vector<typename Lines::Record> linesAt(const Lines& lines, const Row& row, std::uint32_t column) {
    std::vector<typename Lines::Record> records;
    const InnerRows rows(row.optionalString(column).value_or(""));
    for (const Row line : rows) {
        records.push_back(lines.read(line));
    }
    return records;
}

} // namespace svc::stock
