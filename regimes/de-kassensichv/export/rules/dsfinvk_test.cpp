// The files of a DSFinV-K export: columns against the list of fields, formats of values, index.xml against
// its DTD.
#include <fstream>
#include <memory>
#include <sstream>

#include <gtest/gtest.h>
#include <libxml/parser.h>
#include <libxml/valid.h>

#include <svc/text.hpp>

#include "export/rules/country.hpp"
#include "export/rules/dsfinvk_file.hpp"

namespace svc::de_kassensichv {
namespace {

const Table& tableOf(std::string_view name) {
    for (const Table& table : dsfinvkTables()) {
        if (table.name == name) {
            return table;
        }
    }
    throw std::out_of_range(std::string(name));
}

std::string_view wordOf(ColumnKind kind) {
    return kind == ColumnKind::Number ? "number"
           : kind == ColumnKind::Time ? "local time"
           : kind == ColumnKind::Flag ? "0/1"
                                      : "text";
}

TEST(Dsfinvk, HasEachColumnOfTheList) {
    std::ifstream in(std::string(SVC_KASSENSICHV_DATA) + "/dsfinvk-fields.csv");
    std::string line;
    std::getline(in, line);
    std::vector<std::string> listed;
    while (std::getline(in, line)) {
        const auto parts = split(std::string_view(line), ',');
        std::ostringstream text;
        text << parts[0] << ' ' << parts[1] << ' ' << parts[2] << ' ' << parts[3] << ' ' << parts[4] << ' '
             << (parts[4] == "text" ? parts[5] : parts[6]);
        listed.push_back(text.str());
    }
    std::vector<std::string> ours;
    for (const Table& table : dsfinvkTables()) {
        int position = 0;
        for (const Column& column : table.columns) {
            const bool sized =
                column.kind == ColumnKind::Number || (column.kind == ColumnKind::Text && column.size > 0);
            std::ostringstream text;
            text << table.name << ' ' << table.file << ' ' << ++position << ' ' << column.name << ' '
                 << wordOf(column.kind) << ' ' << (sized ? std::to_string(column.size) : "");
            ours.push_back(text.str());
        }
    }
    EXPECT_GT(listed.size(), 200U);
    EXPECT_EQ(ours, listed);
}

TEST(Dsfinvk, WritesValuesInTheFormOfTheirColumns) {
    DsfinvkRow row;
    row.text("Z_KASSE_ID", "K;1").text("Z_ERSTELLUNG", "2026-11-20T10:12:01").number("Z_NR", Decimal(7));
    row.text("ARTIKELTEXT", "\"Tee\"").number("MENGE", Decimal::parse("1.5").value());
    row.number("STK_BR", Decimal::parse("-1234.5").value()).flag("INHAUS", true);
    row.text("EINHEIT", std::string(60, 'x'));
    EXPECT_EQ(row.writtenFor(tableOf("Bonpos")),
              "\"K;1\";2026-11-20T10:12:01;7;;;;\"\"\"Tee\"\"\";;;;1;;;;;;;"
              "1,500;;" +
                  std::string(50, 'x') + ";-1234,50000\r\n");
    EXPECT_EQ(headerOf(tableOf("Z_Waehrungen")),
              "Z_KASSE_ID;Z_ERSTELLUNG;Z_NR;ZAHLART_WAEH;ZAHLART_BETRAG_WAEH\r\n");
}

TEST(Dsfinvk, CutsTextsBetweenCharacters) {
    std::string umlauts;
    for (int i = 0; i < 60; ++i) {
        umlauts += "ä";
    }
    DsfinvkRow row;
    row.text("Z_KASSE_ID", umlauts);
    const std::string line = row.writtenFor(tableOf("Z_Waehrungen"));
    EXPECT_EQ(line, umlauts.substr(0, 100) + ";;;;\r\n");
}

TEST(Dsfinvk, NamesCountriesByThreeLetters) {
    EXPECT_EQ(threeLetters("DE"), "DEU");
    EXPECT_EQ(threeLetters("AT"), "AUT");
    EXPECT_EQ(threeLetters("ZZ"), "");
    EXPECT_EQ(threeLetters(""), "");
}

TEST(Dsfinvk, RefusesValuesWithoutColumn) {
    DsfinvkRow unknown;
    unknown.text("BON_ID", "1");
    EXPECT_THROW(unknown.writtenFor(tableOf("Z_Waehrungen")), std::logic_error);
    DsfinvkRow other;
    other.text("Z_NR", "1");
    EXPECT_THROW(other.writtenFor(tableOf("Z_Waehrungen")), std::logic_error);
}

TEST(Dsfinvk, DescribesItsFilesByTheDocumentType) {
    const std::string index = indexXml("Müller & Söhne", "Köln", "DSFinV-K");
    const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> document(
        xmlReadMemory(index.data(), static_cast<int>(index.size()), "index.xml", nullptr, XML_PARSE_NONET),
        &xmlFreeDoc);
    ASSERT_TRUE(document);
    const std::string dtd(descriptionDtd());
    xmlParserInputBuffer* input =
        xmlParserInputBufferCreateMem(dtd.data(), static_cast<int>(dtd.size()), XML_CHAR_ENCODING_UTF8);
    const std::unique_ptr<xmlDtd, decltype(&xmlFreeDtd)> type(
        xmlIOParseDTD(nullptr, input, XML_CHAR_ENCODING_UTF8), &xmlFreeDtd);
    ASSERT_TRUE(type);
    const std::unique_ptr<xmlValidCtxt, decltype(&xmlFreeValidCtxt)> context(xmlNewValidCtxt(),
                                                                             &xmlFreeValidCtxt);
    EXPECT_EQ(xmlValidateDtd(context.get(), document.get(), type.get()), 1);
    xmlNode* root = xmlDocGetRootElement(document.get());
    xmlNode* version = root->children->next;
    xmlUnlinkNode(version); // without it the index is not valid
    xmlFreeNode(version);
    EXPECT_EQ(xmlValidateDtd(context.get(), document.get(), type.get()), 0);
    for (const Table& table : dsfinvkTables()) {
        EXPECT_NE(index.find("<URL>" + std::string(table.file) + "</URL>"), std::string::npos);
    }
}

} // namespace
} // namespace svc::de_kassensichv
