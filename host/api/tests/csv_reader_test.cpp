#include "host/api/csv_reader.hpp"
#include "host/api/import_row.hpp"
#include "host/openapi/contract.hpp"

#include <gmock/gmock.h>

namespace svc::host::api {
namespace {

using ::testing::ElementsAre;

std::vector<std::vector<std::string>> recordsOf(std::string_view text) {
    CsvReader reader(text);
    std::vector<std::vector<std::string>> records;
    for (CsvRecord record; reader.next(record);) {
        EXPECT_FALSE(record.broken) << record.line;
        records.push_back(record.fields);
    }
    return records;
}

TEST(CsvReader, ReadsFieldsAsRfc4180Says) {
    EXPECT_THAT(recordsOf("a,b,c\r\n1,\"x,\"\"y\"\"\r\nz\",\r\n"),
                ElementsAre(ElementsAre("a", "b", "c"), ElementsAre("1", "x,\"y\"\r\nz", "")));
    EXPECT_THAT(recordsOf("a\n\n\"\"\nb"), ElementsAre(ElementsAre("a"), ElementsAre(""), ElementsAre("b")));
    EXPECT_TRUE(recordsOf("").empty());
}

TEST(CsvReader, TakesTheDelimiterThatStandsMostOftenInTheFirstLine) {
    EXPECT_EQ(CsvReader("name;price,net;unit\n").delimiter(), ';');
    EXPECT_EQ(CsvReader("name\tunit\n").delimiter(), '\t');
    EXPECT_EQ(CsvReader("\"a;b;c\",d\n").delimiter(), ',');
    EXPECT_EQ(CsvReader("alone").delimiter(), ',');
    EXPECT_THAT(recordsOf("\xEF\xBB\xBFname;b\nx;y"),
                ElementsAre(ElementsAre("name", "b"), ElementsAre("x", "y")));
}

TEST(CsvReader, CountsLinesAlsoInsideFields) {
    CsvReader reader("a,b\n\"1\n2\",x\r\n\r\nlast,y\n");
    std::vector<std::int64_t> lines;
    for (CsvRecord record; reader.next(record);) {
        lines.push_back(record.line);
    }
    EXPECT_THAT(lines, ElementsAre(1, 2, 5));
}

TEST(CsvReader, TellsRecordsWithMisplacedQuotationMarks) {
    for (const char* text : {"a\"b,c", "\"a\"b,c", "\"open,c\nd"}) {
        CsvReader reader(text);
        CsvRecord record;
        ASSERT_TRUE(reader.next(record));
        EXPECT_TRUE(record.broken) << text;
    }
}

class ImportColumnsTest : public ::testing::Test {
protected:
    openapi::Contract contract =
        openapi::Contract::parse("demo", Json::parse(R"json({"paths": {}, "components": {"schemas": {
      "Address": {"type": "object", "properties": {"city": {"type": ["string", "null"]}}},
      "New": {"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string"}, "price": {"type": ["number", "null"]}, "service": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "address": {"anyOf": [{"$ref": "#/components/schemas/Address"}, {"type": "null"}]},
        "attributes": {"type": "object", "additionalProperties": {"type": "string"}}}}}}})json"));
    const openapi::Schema& body = *contract.schema("New");
};

TEST_F(ImportColumnsTest, GivesEachCellTheTypeOfItsField) {
    const ImportColumns columns(
        body, {"name", "price", "service", "tags", "address.city", "attributes.size", "colour", "address"});
    EXPECT_THAT(columns.unknown(), ElementsAre("colour", "address"));
    EXPECT_EQ(
        columns.bodyOf({"1", " 12.50 ", "TRUE", "a|b", "Lille", "M", "red", "x"}),
        Json::parse(
            R"({"name":"1","price":12.50,"service":true,"tags":["a","b"],"address":{"city":"Lille"},"attributes":{"size":"M"}})"));
    EXPECT_EQ(columns.bodyOf({"x", "", " "}), Json::parse(R"({"name":"x"})"));
    // A cell that is not a number stays a text, so that the validator refuses it.
    EXPECT_EQ(columns.bodyOf({"x", "12,50"}), Json::parse(R"({"name":"x","price":"12,50"})"));
}

TEST_F(ImportColumnsTest, TellsANameThatStandsThereTwice) {
    EXPECT_EQ(ImportColumns(body, {"name", "name"}).ambiguous(), "name");
    EXPECT_EQ(ImportColumns(body, {"name", "", ""}).ambiguous(), "");
}

} // namespace
} // namespace svc::host::api
