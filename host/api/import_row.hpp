#pragma once

#include "host/openapi/schema.hpp"

#include <svc/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace svc::host::api {

/// The columns of an import, as the schema of the creation body knows them: turns the cells of a record into
/// such a body.
class ImportColumns {
public:
    /// `names`: the first line of the file. `body` must outlive the columns.
    ImportColumns(const openapi::Schema& body, const std::vector<std::string>& names);

    /// Columns that the schema does not have; their cells are ignored.
    const std::vector<std::string>& unknown() const noexcept { return unknown_; }
    /// A column name that occurs twice; empty when there is none.
    const std::string& ambiguous() const noexcept { return ambiguous_; }

    /// The body of a record: empty cells are omitted; a cell becomes a number, boolean or list when the
    /// schema asks for one and the cell looks like one.
    Json bodyOf(const std::vector<std::string>& cells) const;

private:
    struct Column {
        std::vector<std::string> path;
        const openapi::Schema* schema = nullptr; ///< null: the column is ignored
    };

    std::vector<Column> columns_;
    std::vector<std::string> unknown_;
    std::string ambiguous_;
};

} // namespace svc::host::api
