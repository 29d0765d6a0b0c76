// Writes the files of a DSFinV-K export.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <svc/decimal.hpp>

#include "export/rules/dsfinvk_tables.hpp"

namespace svc::de_kassensichv {

/// The values of one line by column name; columns that are not set stay empty.
class DsfinvkRow {
public:
    DsfinvkRow& text(std::string_view column, std::string_view value);
    DsfinvkRow& number(std::string_view column, const Decimal& value);
    DsfinvkRow& flag(std::string_view column, bool value);

    /// The line in the format of the table: `;` as separator, CR LF at the end, decimal comma with the
    /// decimals of the column, texts cut to the length of the column. Throws std::logic_error for a value
    /// whose column the table does not have.
    std::string writtenFor(const Table& table) const;

private:
    struct Value {
        std::string text;
        Decimal number;
        bool isNumber = false;
    };
    std::map<std::string, Value, std::less<>> values_;
};

/// The names of the columns, the first line of each file.
std::string headerOf(const Table& table);

/// index.xml, by the description standard of the tax administration: the files and their columns. `supplier`,
/// `place`: the company. `comment`: what the export contains.
std::string indexXml(std::string_view supplier, std::string_view place, std::string_view comment);

inline constexpr std::string_view DtdName = "gdpdu-01-08-2002.dtd";
/// The element declarations of the description standard 1.1 of 1 August 2002.
std::string_view descriptionDtd();

} // namespace svc::de_kassensichv
