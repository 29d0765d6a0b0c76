/// @file Child rows of a record, read from one column of its row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/database.hpp>

namespace svc {

/// Parses the child rows in a text that PostgreSQL has built with the column of innerRows().
///
/// So one statement reads a record together with its parts. Compared with json_build_array this form costs
/// the database a quarter less, and the reader needs no JSON tree. All rows have the same columns, two or
/// more.
///
///     svc::eachInner(row, 3, [&](const svc::Row& line) { sale.lines.push_back(Lines.read(line)); });
class InnerRows {
public:
    /// An empty text has no rows. Throws a Fault for a text of another form.
    explicit InnerRows(std::string text) : text_(std::move(text)) {
        char* at = text_.data();
        char* const end = at + text_.size();
        while (at != end) {
            at = readRow(at, end);
            if (at != end && (*at++ != ',' || at == end)) {
                malformed();
            }
        }
    }
    InnerRows(const InnerRows&) = delete; // the rows are views of text_
    InnerRows& operator=(const InnerRows&) = delete;

    std::size_t size() const noexcept { return columns_ == 0 ? 0 : cells_.size() / columns_; }
    Row operator[](std::size_t index) const {
        if (index >= size()) {
            throw Fault("no inner row " + std::to_string(index));
        }
        return Row(cells_.data() + index * columns_, columns_);
    }

    class Iterator {
    public:
        Iterator(const InnerRows& rows, std::size_t index) noexcept : rows_(&rows), index_(index) {}
        Row operator*() const { return (*rows_)[index_]; }
        Iterator& operator++() noexcept {
            ++index_;
            return *this;
        }
        bool operator!=(const Iterator& other) const noexcept { return index_ != other.index_; }

    private:
        const InnerRows* rows_;
        std::size_t index_;
    };
    Iterator begin() const noexcept { return {*this, 0}; }
    Iterator end() const noexcept { return {*this, size()}; }

private:
    [[noreturn]] static void malformed() { throw Fault("a text does not hold inner rows"); }

    char* readRow(char* at, char* end) {
        if (*at != '(') {
            malformed();
        }
        const std::size_t before = cells_.size();
        do {
            at = readCell(at + 1, end);
        } while (*at == ',');
        const auto columns = static_cast<std::uint32_t>(cells_.size() - before);
        if (columns_ != 0 && columns != columns_) {
            malformed();
        }
        columns_ = columns;
        return at + 1;
    }

    /// Reads one cell in PostgreSQL's record syntax: an empty cell is NULL; special characters are quoted,
    /// and quotation marks and backslashes are doubled. Unescaping only shortens a cell, so it is done in
    /// place.
    char* readCell(char* at, char* end) {
        if (at != end && (*at == ',' || *at == ')')) {
            cells_.push_back({nullptr, 0});
            return at;
        }
        char* const start = at;
        char* out = at;
        for (bool quoted = false; at != end; ++at) {
            if (*at == '"' && quoted && at + 1 != end && at[1] == '"') {
                *out++ = *++at;
            } else if (*at == '"') {
                quoted = !quoted;
            } else if (*at == '\\' && at + 1 != end) {
                *out++ = *++at;
            } else if (!quoted && (*at == ',' || *at == ')')) {
                cells_.push_back({start, static_cast<std::uint64_t>(out - start)});
                return at;
            } else {
                *out++ = *at;
            }
        }
        malformed();
    }

    std::string text_;
    std::vector<svc_bytes> cells_;
    std::uint32_t columns_ = 0;
};

/// A column expression with the rows of another table; read it with eachInner().
///
/// @param columns  the columns of the child rows, two or more
/// @param from     the text after FROM, with the join condition and the order
inline std::string innerRows(std::string_view columns, std::string_view from) {
    std::string column = "array_to_string(ARRAY(SELECT ROW(";
    return column.append(columns).append(")::text FROM ").append(from).append("), ',')");
}

/// Calls `take` with each child row in a column; NULL means no rows.
template <class Take>
void eachInner(const Row& row, std::uint32_t column, const Take& take) {
    const InnerRows rows(row.optionalString(column).value_or(""));
    for (const Row inner : rows) {
        take(inner);
    }
}

} // namespace svc
