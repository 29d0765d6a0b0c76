#include "xml/xml_document.hpp"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

namespace svc::xml {
namespace {

std::string repeated(std::size_t count, const std::string& text) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) {
        all += text;
    }
    return all;
}

std::string attributes(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += " a" + std::to_string(i) + "=\"1\"";
    }
    return text;
}

std::string reasonOf(const std::string& xml) {
    try {
        checkXmlBounds(xml);
        return "taken";
    } catch (const XmlFault& error) {
        return error.what();
    }
}

std::string wide(const std::string& text) {
    std::string bytes = "\xFF\xFE";
    for (const char c : text) {
        bytes += c;
        bytes += '\0';
    }
    return bytes;
}

TEST(XmlBounds, TakeWhatABankWrites) {
    const std::string file =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- made by a bank -->\n<Document xmlns='urn:a'>"
        "<Ntry Ccy=\"EUR > 1\"/><![CDATA[ <x a=1 b=2> ]]></Document>\n";
    EXPECT_EQ(reasonOf(file), "taken");
    EXPECT_EQ(reasonOf("\xEF\xBB\xBF" + file), "taken");
    EXPECT_EQ(reasonOf(wide("<?xml version=\"1.0\" encoding=\"UTF-16\"?><Document><a/></Document>")),
              "taken");
}

TEST(XmlBounds, RefuseManyAttributesInOneElementAndAroundIt) {
    EXPECT_EQ(reasonOf("<a" + attributes(64) + "/>"), "taken");
    EXPECT_EQ(reasonOf("<a" + attributes(65) + "/>"), "too many attributes");
    EXPECT_EQ(reasonOf(wide("<a" + attributes(65) + "/>")), "too many attributes");
    EXPECT_EQ(reasonOf(repeated(5, "<a" + attributes(60) + ">")), "too many attributes");
    EXPECT_EQ(reasonOf(repeated(50, "<a" + attributes(60) + "></a>")), "taken");
}

TEST(XmlBounds, RefuseLongNamesDeepNestingAndLongTexts) {
    EXPECT_EQ(reasonOf("<" + repeated(129, "n") + "/>"), "a name of more than 128 characters");
    EXPECT_EQ(reasonOf("<a " + repeated(129, "n") + "='1'/>"), "a name of more than 128 characters");
    EXPECT_EQ(reasonOf(repeated(65, "<a>")), "elements in more than 64 others");
    EXPECT_EQ(reasonOf(repeated(1000, "<a></a>")), "taken");
    const std::string longText = repeated(65'537, "t");
    for (const std::string& xml :
         {"<a>" + longText + "</a>", "<a b='" + longText + "'/>", "<!--" + longText + "-->",
          "<a><![CDATA[" + longText + "]]></a>", "<?pi " + longText + "?>"}) {
        EXPECT_EQ(reasonOf(xml), "a text of more than 65536 characters") << xml.substr(0, 12);
    }
}

TEST(XmlBounds, RefuseADtdAndEncodingsThatHideMarkup) {
    EXPECT_EQ(reasonOf("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>"), "a DTD is not allowed");
    EXPECT_EQ(reasonOf("<?xml version='1.0' encoding='UTF-7'?><a/>"), "an encoding that is not taken: utf-7");
    EXPECT_EQ(reasonOf("<?xml version='1.0' encoding='UTF-16'?><a/>"),
              "an encoding that is not taken: utf-16");
    EXPECT_EQ(reasonOf(std::string("\0\0\0<", 4)),
              "not XML in UTF-8, UTF-16 or an encoding with the letters of ASCII");
}

TEST(XmlBounds, AreThoseThatTheCallerNames) {
    EXPECT_NO_THROW(checkXmlBounds("<a>" + repeated(65'537, "t") + "</a>", {.text = 100'000}));
    EXPECT_THROW(checkXmlBounds("<a>" + repeated(3, "<b/>") + "</a>", {.elements = 3}), XmlFault);
    EXPECT_NO_THROW(checkXmlBounds("<a>" + repeated(2, "<b/>") + "</a>", {.elements = 3}));
}

TEST(XmlBounds, KeepAHostileFileFromTheLibrary) {
    // 80,000 attributes take libxml2 ten seconds.
    const std::string file =
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"" + attributes(80'000) + "/>";
    const auto began = std::chrono::steady_clock::now();
    EXPECT_THROW(XmlDocument::read(file), XmlFault);
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(1));
}

} // namespace
} // namespace svc::xml
