#include <gtest/gtest.h>

#include "xml/xml_document.hpp"

namespace svc::xml {
namespace {

TEST(XmlDocument, IsReadByNamesWithoutPrefix) {
    const auto document = XmlDocument::parse(
        "<a:Answer xmlns:a='urn:a'><a:Body><b> 1 </b><b>2</b></a:Body><End>x &amp; y</End></a:Answer>");
    ASSERT_TRUE(document);
    const XmlNode root = document->root();
    EXPECT_EQ(root.name(), "Answer");
    EXPECT_EQ(root.textOf("End"), "x & y");
    EXPECT_EQ(root.textOf("b"), "") << "it is not a child";
    EXPECT_EQ(root.find("b")->text(), "1");
    std::string all;
    root.child("Body")->eachChild("b", [&](XmlNode one) { all += one.text(); });
    EXPECT_EQ(all, "12");
    EXPECT_FALSE(root.find("c"));
}

TEST(XmlDocument, RefusesWhatIsNotWholeOrDeclaresEntities) {
    for (const char* text : {"", "no XML", "<a>", "<a></b>", "<!DOCTYPE a><a/>",
                             "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>"}) {
        EXPECT_FALSE(XmlDocument::parse(text)) << text;
    }
    std::string deep;
    for (int i = 0; i < 10'000; ++i) {
        deep += "<a>";
    }
    EXPECT_FALSE(XmlDocument::parse(deep));
    std::string nested = deep.substr(0, 300 * 3);
    for (int i = 0; i < 300; ++i) {
        nested += "</a>";
    }
    EXPECT_FALSE(XmlDocument::parse(nested)) << "the parser's own limit of depth";
}

} // namespace
} // namespace svc::xml
