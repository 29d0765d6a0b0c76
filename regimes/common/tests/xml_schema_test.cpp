#include <gtest/gtest.h>

#include "xml/xml_schema.hpp"

namespace svc::xml {
namespace {

constexpr const char* Schema =
    "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='note'><xs:complexType>"
    "<xs:sequence><xs:element name='date' type='xs:date'/></xs:sequence></xs:complexType></xs:element>"
    "</xs:schema>";

TEST(Schemas, TellWhichElementIsWrong) {
    const XmlSchema schema = XmlSchema::fromText(Schema);
    EXPECT_TRUE(schema.check("<note><date>2026-11-20</date></note>").empty());
    const auto wrong = schema.check("<note><date>20.11.2026</date></note>");
    EXPECT_EQ(wrong.element, "date");
    EXPECT_NE(wrong.message.find("20.11.2026"), std::string::npos) << wrong.message;
    EXPECT_EQ(schema.check("<note/>").element, "note");
    EXPECT_EQ(schema.check("<note></date>").message, "XML that is not well formed");
    EXPECT_FALSE(schema.check("no XML").empty());
    EXPECT_FALSE(schema.check("<!DOCTYPE note SYSTEM 'x'><note/>").empty());
}

TEST(Schemas, ThatCannotBeReadAreFaults) {
    EXPECT_THROW(XmlSchema::fromText("<note/>"), std::runtime_error);
    EXPECT_THROW(XmlSchema::fromFile("/nowhere.xsd"), std::runtime_error);
}

} // namespace
} // namespace svc::xml
