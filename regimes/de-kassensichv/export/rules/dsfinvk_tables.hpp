// The tables of the DSFinV-K (digital interface of the tax administration for tills), taxonomy 2.1.
#pragma once

#include <span>
#include <string_view>

namespace svc::de_kassensichv {

inline constexpr std::string_view TaxonomyVersion = "2.1";

enum class ColumnKind {
    Text,
    Number,
    Time, ///< of the till's clock, 2026-11-20T10:12:01
    Flag, ///< 0 or 1
};

struct Column {
    std::string_view name;
    ColumnKind kind = ColumnKind::Text;
    int size = 0; ///< of a text: maximum length, 0 for any; of a number: decimals
};

struct Table {
    std::string_view name; ///< Bonkopf
    std::string_view file; ///< transactions.csv
    std::span<const Column> columns;
};

/// In the order of the taxonomy: single recordings, closings, master data, sums.
std::span<const Table> dsfinvkTables();

} // namespace svc::de_kassensichv
