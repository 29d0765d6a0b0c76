#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host {

/// Is the text allowed as the name of a table or a column in a declaration?
inline bool isPlainName(std::string_view name) {
    return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.") == std::string_view::npos;
}

/// Is the list allowed as the owner of a record in a declaration? It is empty, or has columns and their
/// table.
inline bool isOwner(const std::vector<std::string>& names) {
    return names.empty() || (names.size() > 1 && std::all_of(names.begin(), names.end(), isPlainName));
}

/// Finds a record of a company ($1) by its identifier ($2), if the policies of business units show it. A
/// record without a unit of its own has an `owner`: columns of the record and, last, the table that they
/// refer to; one of these owners must be shown. The names are those that isPlainName and isOwner let pass.
inline std::string ownRecordSql(const std::string& record, const std::vector<std::string>& owner) {
    std::string sql = "SELECT 1 FROM " + record + " r";
    if (!owner.empty()) {
        sql += " JOIN " + owner.back() + " o ON o.company_id = r.company_id AND o.id IN (";
        for (std::size_t column = 0; column + 1 < owner.size(); ++column) {
            sql += (column == 0 ? "r." : ", r.") + owner[column];
        }
        sql += ')';
    }
    return sql + " WHERE r.company_id = $1 AND r.id = $2";
}

} // namespace svc::host
