// A refused file gives the error and its place; files in older encodings are read.
#include <gtest/gtest.h>

#include "formats/formats.hpp"

namespace svc::bank {
namespace {

FileHints euroHints() {
    FileHints hints;
    hints.currency = Currency::of("EUR");
    return hints;
}

std::string faultOf(const std::string& bytes) {
    try {
        readStatements(bytes, euroHints());
        return "taken";
    } catch (const FileError& error) {
        return std::to_string(error.line()) + ':' + std::to_string(error.column()) + ':' + error.reason();
    }
}

std::string camt(const std::string& amount, const std::string& name = "Dupont") {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt>"
           "<Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>\n"
           "<Ntry><Amt Ccy=\"EUR\">" +
           amount + "</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-03-31</Dt></BookgDt><AddtlNtryInf>" +
           name + "</AddtlNtryInf></Ntry>\n</Stmt></BkToCstmrStmt></Document>";
}

std::string mt940(const std::string& line, const std::string& details = "Payment") {
    return ":20:1\n:25:DE89370400440532013000\n:60F:C260330EUR0,\n:61:" + line + "\n:86:" + details +
           "\n:62F:C260331EUR10,00\n-\n";
}

std::string utf16(const std::string& text, bool bigEndian) {
    std::string wide;
    for (const char c : text) {
        wide += bigEndian ? std::string{'\0', c} : std::string{c, '\0'};
    }
    return wide;
}

TEST(FileFaults, OfXmlAreTold) {
    const std::string good = camt("10.00");
    EXPECT_EQ(faultOf(good), "taken");
    EXPECT_EQ(faultOf(camt("10.005")), "3:22:amount");
    EXPECT_EQ(faultOf("<?xml version=\"1.0\"?>\n<!DOCTYPE x>" + good.substr(good.find('\n') + 1)),
              "2:3:doctype");
    const std::string cut = faultOf(good.substr(0, good.size() - 40));
    EXPECT_TRUE(cut.starts_with("3:") && cut.ends_with(":truncated")) << cut;
    const std::string encoding = faultOf(camt("10.00", "Caf\xE9"));
    EXPECT_TRUE(encoding.starts_with("3:") && encoding.ends_with(":encoding")) << encoding;
    std::string deep;
    for (int i = 0; i < 100; ++i) {
        deep += "<a>";
    }
    EXPECT_TRUE(faultOf(deep).ends_with(":depth")) << faultOf(deep);
}

TEST(FileFaults, OfTextAreTold) {
    EXPECT_EQ(faultOf(mt940("2603310331C10,00NTRFNONREF")), "taken");
    EXPECT_EQ(faultOf(mt940("2603310331C10,005NTRFNONREF")), "4:16:amount");
    EXPECT_EQ(faultOf(mt940("2613310331C10,00NTRFNONREF")), "4:5:date");
    EXPECT_EQ(faultOf("Date;Description;Amount\n2026-03-01;A;1,00\n2026-03-02;\xC3\xA9t\xC3\xA9;1x\n"),
              "3:16:amount");
    EXPECT_EQ(faultOf("Date;Description;Amount\n2026-03-01;A;1,00\n2026-33-02;B;1,00\n"), "3:1:date");
    EXPECT_EQ(faultOf("  \n"), "1:1:empty");
}

TEST(FileEncodings, Cp850IsReadInsideOfWords) {
    for (const char* name : {"M\x81ller Gr\x94\xE1"
                             "e",
                             "Caf\x82 Soci\x82t\x82"}) {
        const StatementFile file = readStatements(mt940("2603310331C10,00NTRFNONREF", name), euroHints());
        const std::string& text = file.statements.at(0).lines.at(0).remittance;
        EXPECT_TRUE(text == "Müller Größe" || text == "Café Société") << text;
    }
    const StatementFile csv =
        readStatements("Date;Description;Amount\n2026-03-01;M\x9ALLER;1,00\n", euroHints());
    EXPECT_EQ(csv.statements.at(0).lines.at(0).remittance, "MÜLLER");
    const StatementFile windows =
        readStatements("Date;Description;Amount\n2026-03-01;l\x92\xE9t\xE9 M\xFCller;1,00\n", euroHints());
    EXPECT_EQ(windows.statements.at(0).lines.at(0).remittance, "l’été Müller");
}

TEST(FileEncodings, Utf16NeedsNoMark) {
    for (const bool bigEndian : {false, true}) {
        const StatementFile file =
            readStatements(utf16(mt940("2603310331C10,00NTRFNONREF"), bigEndian), euroHints());
        EXPECT_EQ(file.format, "mt940");
        EXPECT_EQ(file.statements.at(0).lines.at(0).amount, 1000);
        const StatementFile csv =
            readStatements(utf16("Date;Description;Amount\n2026-03-01;A;1,00\n", bigEndian), euroHints());
        EXPECT_EQ(csv.statements.at(0).lines.at(0).amount, 100);
    }
}

} // namespace
} // namespace svc::bank
