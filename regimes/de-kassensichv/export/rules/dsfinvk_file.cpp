#include "export/rules/dsfinvk_file.hpp"

#include <algorithm>
#include <stdexcept>

#include <svc/markup.hpp>
#include <svc/text.hpp>

namespace svc::de_kassensichv {
namespace {

constexpr std::string_view LineEnd = "\r\n";

constexpr std::string_view Dtd = R"(<?xml version="1.0" encoding="UTF-8"?>
<!-- Description standard of the German tax administration for data carriers, version 1.1 of 1 August 2002. -->
<!ELEMENT Version (#PCDATA)>
<!ELEMENT Location (#PCDATA)>
<!ELEMENT Comment (#PCDATA)>
<!ELEMENT Length (#PCDATA)>
<!ELEMENT References (#PCDATA)>
<!ELEMENT From (#PCDATA)>
<!ELEMENT To (#PCDATA)>
<!ELEMENT MaxLength (#PCDATA)>
<!ELEMENT TextEncapsulator (#PCDATA)>
<!ELEMENT Accuracy (#PCDATA)>
<!ELEMENT ImpliedAccuracy (#PCDATA)>
<!ELEMENT Format (#PCDATA)>
<!ELEMENT DecimalSymbol (#PCDATA)>
<!ELEMENT DigitGroupingSymbol (#PCDATA)>
<!ELEMENT Command (#PCDATA)>
<!ELEMENT URL (#PCDATA)>
<!ELEMENT Description (#PCDATA)>
<!ELEMENT Name (#PCDATA)>
<!ELEMENT Epoch (#PCDATA)>
<!ELEMENT ColumnDelimiter (#PCDATA)>
<!ELEMENT RecordDelimiter (#PCDATA)>
<!ELEMENT SkipNumBytes (#PCDATA)>
<!ELEMENT Range (From, (To | Length)?)>
<!ELEMENT FixedRange (From, (To | Length))>
<!ELEMENT DataSet (Version, DataSupplier?, Command*, Media+, Command*)>
<!ELEMENT AlphaNumeric EMPTY>
<!ELEMENT Date (Format?)>
<!ELEMENT Numeric ((ImpliedAccuracy | Accuracy)?)>
<!ELEMENT ANSI EMPTY>
<!ELEMENT Macintosh EMPTY>
<!ELEMENT OEM EMPTY>
<!ELEMENT UTF16 EMPTY>
<!ELEMENT UTF7 EMPTY>
<!ELEMENT UTF8 EMPTY>
<!ELEMENT FixedLength ((Length | RecordDelimiter)?, ((FixedPrimaryKey+, FixedColumn*) | (FixedColumn+)), ForeignKey*)>
<!ELEMENT FixedColumn (Name, Description?, (Numeric | AlphaNumeric | Date), Map*, FixedRange)>
<!ELEMENT FixedPrimaryKey (Name, Description?, (Numeric | AlphaNumeric | Date), Map*, FixedRange)>
<!ELEMENT VariableLength (ColumnDelimiter?, RecordDelimiter?, TextEncapsulator?, ((VariablePrimaryKey+, VariableColumn*) | (VariableColumn+)), ForeignKey*)>
<!ELEMENT VariableColumn (Name, Description?, (Numeric | (AlphaNumeric, MaxLength?) | Date), Map*)>
<!ELEMENT VariablePrimaryKey (Name, Description?, (Numeric | (AlphaNumeric, MaxLength?) | Date), Map*)>
<!ELEMENT DataSupplier (Name, Location, Comment)>
<!ELEMENT Media (Name, Command*, Table+, Command*)>
<!ELEMENT Table (URL, Name?, Description?, Validity?, (ANSI | Macintosh | OEM | UTF16 | UTF7 | UTF8)?, (DecimalSymbol, DigitGroupingSymbol)?, SkipNumBytes?, Range?, Epoch?, (VariableLength | FixedLength))>
<!ELEMENT ForeignKey (Name+, References)>
<!ELEMENT Map (Description?, From, To)>
<!ELEMENT Validity (Range, Format?)>
)";

/// Cuts a text to a number of UTF-8 characters; 0: no limit.
std::string_view cut(std::string_view text, int most) {
    return most == 0 ? text : utf8Prefix(text, static_cast<std::size_t>(most));
}

void appendQuoted(std::string& out, std::string_view text) {
    if (text.find_first_of(";\"\r\n") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        out += c == '"' ? "\"\"" : std::string(1, c);
    }
    out += '"';
}

/// An amount with a decimal comma and no thousands separator, which every reader accepts.
std::string figure(const Decimal& value, int decimals) {
    std::string text = value.toFixed(decimals);
    std::replace(text.begin(), text.end(), '.', ',');
    return text;
}

void element(std::string& out, std::string_view indent, std::string_view name, std::string_view text) {
    out += indent;
    out.append("<").append(name).append(">").append(escapedMarkup(text));
    out.append("</").append(name).append(">\n");
}

void columnXml(std::string& out, const Column& column) {
    out += "        <VariableColumn>\n";
    element(out, "          ", "Name", column.name);
    if (column.kind == ColumnKind::Number) {
        out += "          <Numeric>";
        if (column.size > 0) {
            out += "<Accuracy>" + std::to_string(column.size) + "</Accuracy>";
        }
        out += "</Numeric>\n";
    } else {
        out += "          <AlphaNumeric/>\n";
        if (column.kind == ColumnKind::Text && column.size > 0) {
            element(out, "          ", "MaxLength", std::to_string(column.size));
        }
    }
    out += "        </VariableColumn>\n";
}

void tableXml(std::string& out, const Table& table) {
    out += "    <Table>\n";
    element(out, "      ", "URL", table.file);
    element(out, "      ", "Name", table.name);
    out += "      <UTF8/>\n      <DecimalSymbol>,</DecimalSymbol>\n"
           "      <DigitGroupingSymbol>.</DigitGroupingSymbol>\n"
           "      <Range><From>2</From></Range>\n      <VariableLength>\n"
           "        <ColumnDelimiter>;</ColumnDelimiter>\n"
           "        <RecordDelimiter>&#13;&#10;</RecordDelimiter>\n"
           "        <TextEncapsulator>\"</TextEncapsulator>\n";
    for (const Column& column : table.columns) {
        columnXml(out, column);
    }
    out += "      </VariableLength>\n    </Table>\n";
}

} // namespace

DsfinvkRow& DsfinvkRow::text(std::string_view column, std::string_view value) {
    values_[std::string(column)] = {std::string(value), {}, false};
    return *this;
}

DsfinvkRow& DsfinvkRow::number(std::string_view column, const Decimal& value) {
    values_[std::string(column)] = {{}, value, true};
    return *this;
}

DsfinvkRow& DsfinvkRow::flag(std::string_view column, bool value) {
    return text(column, value ? "1" : "0");
}

std::string DsfinvkRow::writtenFor(const Table& table) const {
    std::string line;
    std::size_t written = 0;
    for (const Column& column : table.columns) {
        line += &column == table.columns.data() ? "" : ";";
        const auto found = values_.find(column.name);
        if (found == values_.end()) {
            continue;
        }
        ++written;
        const Value& value = found->second;
        if (value.isNumber != (column.kind == ColumnKind::Number)) {
            throw std::logic_error(std::string(column.name) + " has a value of another kind");
        }
        if (value.isNumber) {
            line += figure(value.number, column.size);
        } else {
            appendQuoted(line, cut(value.text, column.kind == ColumnKind::Text ? column.size : 0));
        }
    }
    if (written != values_.size()) {
        throw std::logic_error("a value has no column in " + std::string(table.name));
    }
    return line.append(LineEnd);
}

std::string headerOf(const Table& table) {
    std::string line;
    for (const Column& column : table.columns) {
        line.append(line.empty() ? "" : ";").append(column.name);
    }
    return line.append(LineEnd);
}

std::string indexXml(std::string_view supplier, std::string_view place, std::string_view comment) {
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE DataSet SYSTEM \"";
    out.append(DtdName).append("\">\n<DataSet>\n");
    element(out, "  ", "Version", TaxonomyVersion);
    out += "  <DataSupplier>\n";
    element(out, "    ", "Name", supplier);
    element(out, "    ", "Location", place);
    element(out, "    ", "Comment", comment);
    out += "  </DataSupplier>\n  <Media>\n    <Name>DSFinV-K</Name>\n";
    for (const Table& table : dsfinvkTables()) {
        tableXml(out, table);
    }
    return out + "  </Media>\n</DataSet>\n";
}

std::string_view descriptionDtd() {
    return Dtd;
}

} // namespace svc::de_kassensichv
