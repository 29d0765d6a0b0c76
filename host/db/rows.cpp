#include "host/db/rows.hpp"

#include <charconv>
#include <libpq-fe.h>
#include <stdexcept>
#include <string>

namespace svc::host::db {
namespace {

void requireCell(const Rows& rows, std::size_t row, std::size_t column) {
    if (row >= rows.count() || column >= rows.columns())
        throw std::out_of_range("cell " + std::to_string(row) + ":" + std::to_string(column) +
                                " of a result of " + std::to_string(rows.count()) + " rows and " +
                                std::to_string(rows.columns()) + " columns");
}

} // namespace

std::size_t Rows::count() const noexcept {
    return result_ ? static_cast<std::size_t>(PQntuples(result_.get())) : 0;
}

std::size_t Rows::columns() const noexcept {
    return result_ ? static_cast<std::size_t>(PQnfields(result_.get())) : 0;
}

std::optional<std::string_view> Rows::cell(std::size_t row, std::size_t column) const {
    requireCell(*this, row, column);
    const int r = static_cast<int>(row);
    const int c = static_cast<int>(column);
    // Only an empty cell can be NULL.
    const int size = PQgetlength(result_.get(), r, c);
    if (size == 0 && PQgetisnull(result_.get(), r, c))
        return std::nullopt;
    return std::string_view(PQgetvalue(result_.get(), r, c), static_cast<std::size_t>(size));
}

bool Rows::isNull(std::size_t row, std::size_t column) const {
    return !cell(row, column).has_value();
}

std::string_view Rows::text(std::size_t row, std::size_t column) const {
    const std::optional<std::string_view> value = cell(row, column);
    if (!value)
        throw std::runtime_error("column " + std::string(columnName(column)) +
                                 " is NULL where a value is expected");
    return *value;
}

std::string_view Rows::columnName(std::size_t column) const {
    if (column >= columns())
        throw std::out_of_range("column " + std::to_string(column) + " of a result of " +
                                std::to_string(columns()));
    return PQfname(result_.get(), static_cast<int>(column));
}

std::size_t Rows::affected() const noexcept {
    if (!result_)
        return 0;
    const std::string_view text = PQcmdTuples(result_.get());
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::string_view Rows::tag() const noexcept {
    return result_ ? PQcmdStatus(result_.get()) : std::string_view();
}

} // namespace svc::host::db
