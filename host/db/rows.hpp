#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

struct pg_result;

namespace svc::host::db {

// The answer of one statement, in PostgreSQL's text form. The views of cells live as long as this object or a
// copy of it; copies share the result, which never changes.
class Rows {
public:
    Rows() = default;
    explicit Rows(std::shared_ptr<pg_result> result) noexcept : result_(std::move(result)) {}

    std::size_t count() const noexcept;
    bool empty() const noexcept { return count() == 0; }
    std::size_t columns() const noexcept;

    // Nothing for NULL; an empty text is an empty view. Throws std::out_of_range outside the result.
    std::optional<std::string_view> cell(std::size_t row, std::size_t column) const;
    bool isNull(std::size_t row, std::size_t column) const;
    // The cell of a column that cannot be NULL; throws std::runtime_error when it is.
    std::string_view text(std::size_t row, std::size_t column) const;
    std::string_view columnName(std::size_t column) const;

    // Rows inserted, updated, deleted or selected.
    std::size_t affected() const noexcept;
    // The command tag: "INSERT 0 1", "COMMIT".
    std::string_view tag() const noexcept;

private:
    std::shared_ptr<pg_result> result_;
};

} // namespace svc::host::db
