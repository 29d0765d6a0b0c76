#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <svc/columns.hpp>
#include <svc/inner_rows.hpp>

namespace svc::purchases {

/// Rows of another table as one column; recordsAt() reads it.
///
/// @param from  the table, its alias, and the condition that finds them, without the company:
///              `purchases.line l`, `l`, `purchase_id = p.id`
/// @param order the columns behind ORDER BY
inline std::string innerRows(const std::string& columns, const std::string& table, const std::string& alias,
                             const std::string& owner, const std::string& order) {
    return "array_to_string(ARRAY(SELECT ROW(" + columns + ")::text FROM " + table + ' ' + alias + " WHERE " +
           alias + ".company_id = $1 AND " + alias + '.' + owner + " ORDER BY " + order + "), ',')";
}

/// Calls `take` with each of the rows in a column; of NULL there are none.
template <class Take>
void eachInner(const Row& row, std::uint32_t column, Take take) {
    const InnerRows rows(row.optionalString(column).value_or(""));
    for (const Row inner : rows) {
        take(inner);
    }
}

} // namespace svc::purchases
