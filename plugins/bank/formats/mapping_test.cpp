// An invalid mapping is refused with the path of the invalid field, whatever its value.
#include <algorithm>

#include <gtest/gtest.h>
#include <svc/error.hpp>

#include "formats/mapping.hpp"

namespace svc::bank {
namespace {

/// The code of the refusal of a mapping, whose text has ' in place of ".
std::string refusalOf(std::string text, std::string_view path = "csv.") {
    std::replace(text.begin(), text.end(), '\'', '"');
    try {
        mappingOf(Json::parse(text), path);
        return "taken";
    } catch (const ApiError& error) {
        return std::string(error.code());
    }
}

std::string withColumn(const std::string& place) {
    return "{'columns':{'bookingDate':" + place + ",'amount':2}}";
}

/// The refusal of an option next to valid columns.
std::string refusalOfOption(const std::string& option, std::string_view path = "csv.") {
    return refusalOf("{" + option + ",'columns':{'bookingDate':0,'amount':2}}", path);
}

TEST(CsvMappingGiven, TakesColumnsByNumberOrName) {
    for (const char* place : {"0", "1.0", "1e1", "999", "'Date'", "null"}) {
        EXPECT_EQ(refusalOf(withColumn(place)), "taken") << place;
    }
    const CsvMapping mapping = mappingOf(Json::parse(R"({"columns":{"bookingDate":1.0,"amount":"Betrag"}})"));
    EXPECT_EQ(mapping.columns.at("bookingDate"), 1);
    EXPECT_EQ(mapping.namedColumns.at("amount"), "Betrag");
}

TEST(CsvMappingGiven, RefusesColumnsThatAreNoPlace) {
    for (const char* place : {"0.5", "-1", "-0.5", "1000", "99999999999999999999", "1e400",
                              "99999999999999999999999999999999999999999999", "true", "[]", "{}"}) {
        EXPECT_EQ(refusalOf(withColumn(place)), "field-invalid:csv.columns.bookingDate") << place;
    }
    EXPECT_EQ(refusalOf("{'columns':{'bookingDate':0,'amount':99999999999999999999}}"),
              "field-invalid:csv.columns.amount");
    for (const char* none : {"{}", "{'columns':null}", "{'columns':[]}", "{'columns':'x'}"}) {
        EXPECT_EQ(refusalOf(none), "field-invalid:csv.columns") << none;
    }
}

TEST(CsvMappingGiven, NamesEveryFieldWithItsPath) {
    const std::pair<const char*, const char*> wrong[] = {
        {"delimiter", "'ab'"},   {"delimiter", "''"},       {"delimiter", "5"},
        {"decimal", "';'"},      {"decimal", "1"},          {"dateFormat", "'DD'"},
        {"dateFormat", "1"},     {"encoding", "'x'"},       {"encoding", "[]"},
        {"skipLines", "0.5"},    {"skipLines", "-1"},       {"skipLines", "'1'"},
        {"headerRows", "0.5"},   {"headerRows", "1001"},    {"footerRows", "1e30"},
        {"invertSign", "'yes'"}, {"invertSign", "1"},       {"currency", "1"},
        {"account", "{}"},       {"debitValues", "'x'"},    {"debitValues", "[1]"},
        {"debitValues", "{}"},   {"pendingValues", "true"}, {"pendingValues", "[null]"},
    };
    for (const auto& [name, value] : wrong) {
        const std::string option = std::string("'") + name + "':" + value;
        EXPECT_EQ(refusalOfOption(option), std::string("field-invalid:csv.") + name) << option;
        EXPECT_EQ(refusalOfOption(option, ""), std::string("field-invalid:") + name) << option;
    }
    EXPECT_EQ(
        refusalOfOption("'delimiter':'tab','decimal':'.','encoding':'CP850','skipLines':3,'headerRows':0,"
                        "'footerRows':null,'invertSign':true,'debitValues':['Af'],'pendingValues':[]"),
        "taken");
}

TEST(CsvMappingGiven, IsCheckedWithoutColumnsToo) {
    EXPECT_NO_THROW(mappingWithoutColumns(Json::object(), ""));
    EXPECT_THROW(mappingWithoutColumns(Json::object({{"delimiter", "ab"}}), ""), ApiError);
}

} // namespace
} // namespace svc::bank
