// Texts that could break a file or its reader: every format stays valid and shows the intended text.
#include "api/documents/files.hpp"

namespace svc::test {
namespace {

using HostileFiles = FilesOfSales;

std::string repeated(const std::string& part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) {
        text += part;
    }
    return text;
}

struct Hostile {
    const char* what;
    std::string text;
    std::string meant; ///< what remains in XML: all characters except those that XML forbids
};

std::vector<Hostile> hostileTexts() {
    return {
        {"characters of XML", "<b>&amp;\"'</b>]]><!--", "<b>&amp;\"'</b>]]><!--"},
        {"control characters",
         "a\x01\x02\x0B\x1F\x7F"
         "b",
         "ab"},
        {"a non-character",
         "a\xEF\xBF\xBE\xEF\xBF\xBF"
         "b",
         "ab"},
        {"an override of direction",
         "a\xE2\x80\xAE"
         "cba\xE2\x80\xAC",
         "a\xE2\x80\xAE"
         "cba\xE2\x80\xAC"},
        {"isolates of direction",
         "\xE2\x81\xA6"
         "a\xE2\x81\xA9",
         "\xE2\x81\xA6"
         "a\xE2\x81\xA9"},
        {"a formula", "=HYPERLINK(\"http://evil.example\",\"pay\")",
         "=HYPERLINK(\"http://evil.example\",\"pay\")"},
        {"a command", "+cmd|' /C calc'!A0 @SUM(1) -1", "+cmd|' /C calc'!A0 @SUM(1) -1"},
        {"an entity", "<!ENTITY x SYSTEM \"file:///etc/passwd\"> &x; %x;",
         "<!ENTITY x SYSTEM \"file:///etc/passwd\"> &x; %x;"},
        {"words of PDF", "(endobj) endstream >> /JS (app.alert(1)) \\",
         "(endobj) endstream >> /JS (app.alert(1)) \\"},
        {"many combining marks", "Z" + repeated("\xCC\x81", 200), "Z" + repeated("\xCC\x81", 200)},
        {"the longest label", repeated("W", 1000), repeated("W", 1000)},
    };
}

TEST_F(HostileFiles, AreWholeInEveryFormat) {
    const std::string buyer = partner();
    for (const Hostile& hostile : hostileTexts()) {
        SCOPED_TRACE(hostile.what);
        Json line = Json::object({{"label", hostile.text}, {"quantity", 1}, {"unitPrice", 1}});
        const Json sold = desk_.make("/sales", Json::object({{"partnerId", buyer},
                                                             {"note", hostile.text},
                                                             {"lines", Json::array({std::move(line)})}}));
        for (const char* name : {"invoice.xml", "invoice.cii.xml"}) {
            const Answer xml = file(sold, name);
            ASSERT_EQ(xml.status, 200) << name << xml.body;
            const std::string path = kept("hostile.xml", xml.body).string();
            const char* node =
                name == std::string("invoice.xml")
                    ? "string(//*[local-name()='Item']/*[local-name()='Name'])"
                    : "string(//*[local-name()='SpecifiedTradeProduct']/*[local-name()='Name'])";
            const Outcome read =
                runProgram({"/usr/bin/xmllint", "--noent", "--nonet", "--xpath", node, path});
            EXPECT_EQ(read.code, 0) << read.errors;
            EXPECT_EQ(read.output, hostile.meant + "\n") << name;
        }
        const Answer pdf = file(sold, "invoice.pdf");
        ASSERT_EQ(pdf.status, 200) << pdf.body;
        EXPECT_EQ(runProgram({"/usr/bin/qpdf", "--check", kept("hostile.pdf", pdf.body).string()}).code, 0);
        const std::string page = textOf(pdf.body);
        for (const char* turning : {"\xE2\x80\xAE", "\xE2\x80\xAC", "\xE2\x81\xA6", "\x01", "\xEF\xBF\xBE"}) {
            EXPECT_EQ(page.find(turning), std::string::npos);
        }
    }
}

TEST_F(HostileFiles, HoldTenThousandCharactersOnTheirPages) {
    const std::string buyer = partner();
    const auto line = [](const std::string& label, const std::string& description) {
        return Json::array({Json::object(
            {{"label", label}, {"description", description}, {"quantity", 1}, {"unitPrice", 1}})});
    };
    EXPECT_TRUE(isRefusal(desk_.post("/sales", Json::object({{"partnerId", buyer},
                                                             {"lines", line(std::string(10'000, 'x'), "")}})),
                          400, "field-invalid:lines[0].label"));
    std::string words;
    for (int i = 0; i < 1000; ++i) {
        words += "word" + std::to_string(1000 + i) + " ";
    }
    const Json sold = desk_.make(
        "/sales", Json::object({{"partnerId", buyer}, {"note", words}, {"lines", line("Tea", words)}}));
    const std::string pages = textOf(file(sold, "invoice.pdf").body);
    for (int i = 0; i < 1000; ++i) {
        const std::string word = "word" + std::to_string(1000 + i);
        const std::size_t first = pages.find(word);
        ASSERT_NE(first, std::string::npos) << word;
        ASSERT_NE(pages.find(word, first + 1), std::string::npos) << word << " stands there once only";
    }
    EXPECT_EQ(
        runProgram({"/usr/bin/qpdf", "--check", kept("long.pdf", file(sold, "invoice.pdf").body).string()})
            .code,
        0);
}

} // namespace
} // namespace svc::test
