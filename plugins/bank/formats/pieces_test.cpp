// Large files are handed on in pieces; checks of the whole file still apply.
#include <gtest/gtest.h>

#include "formats/formats.hpp"

namespace svc::bank {
namespace {

class Pieces : public StatementSink {
public:
    void begin(const std::string& name, const std::vector<std::string>&) override { format = name; }
    void lines(const FileStatement& statement, std::vector<FileLine>&& lines) override {
        EXPECT_EQ(statement.account, "DE89370400440532013000");
        EXPECT_TRUE(statement.opening.has_value());
        sizes.push_back(lines.size());
        for (const FileLine& line : lines) {
            EXPECT_EQ(line.amount, 100 + static_cast<std::int64_t>(read++ % 7));
        }
    }
    void end(FileStatement&& statement) override {
        ++ended;
        EXPECT_TRUE(statement.lines.empty());
        difference = imbalance(statement);
    }

    std::string format;
    std::vector<std::size_t> sizes;
    std::size_t read = 0;
    int ended = 0;
    std::optional<std::int64_t> difference;
};

std::string amountOf(int index, char point) {
    return std::string("1") + point + "0" + std::to_string(index % 7);
}

std::int64_t totalOf(int entries) {
    std::int64_t total = 0;
    for (int i = 0; i < entries; ++i) {
        total += 100 + i % 7;
    }
    return total;
}

std::string withPoint(std::int64_t minor, char point) {
    const std::string text = std::to_string(minor);
    return text.substr(0, text.size() - 2) + point + text.substr(text.size() - 2);
}

/// A file with one entry per line, starting in line 5.
std::string camt(int entries, std::int64_t closing) {
    std::string text =
        "<?xml version=\"1.0\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\">"
        "<BkToCstmrStmt>\n<Stmt><Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>\n"
        "<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">0</Amt></Bal>"
        "<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">" +
        withPoint(closing, '.') + "</Amt></Bal>\n";
    for (int i = 0; i < entries; ++i) {
        text +=
            "<Ntry><Amt Ccy=\"EUR\">" + amountOf(i, '.') +
            "</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt></Ntry>\n";
    }
    return text + "</Stmt></BkToCstmrStmt></Document>";
}

std::string mt940(int entries, std::int64_t closing) {
    std::string text = ":20:1\n:25:DE89370400440532013000\n:28C:1\n:60F:C260330EUR0,\n";
    for (int i = 0; i < entries; ++i) {
        text += ":61:2603310331C" + amountOf(i, ',') + "NTRFNONREF\n:86:Payment " + std::to_string(i) + '\n';
    }
    return text + ":62F:C260331EUR" + withPoint(closing, ',') + "\n-\n";
}

void expectPieces(const std::string& file, const std::string& format, std::int64_t difference) {
    Pieces pieces;
    readStatements(file, {}, pieces);
    EXPECT_EQ(pieces.format, format);
    EXPECT_EQ(pieces.sizes, (std::vector<std::size_t>{500, 500, 200}));
    EXPECT_EQ(pieces.ended, 1);
    EXPECT_EQ(pieces.difference, difference);
}

TEST(Pieces, ComeWhileTheFileIsRead) {
    const std::int64_t total = totalOf(1200);
    expectPieces(camt(1200, total), "camt.053", 0);
    expectPieces(camt(1200, total + 1), "camt.053", 1);
    expectPieces(mt940(1200, total), "mt940", 0);
    expectPieces(mt940(1200, total - 5), "mt940", -5);
}

TEST(Pieces, AWrongLineFarDownIsNamed) {
    std::string file = camt(80'000, totalOf(80'000));
    const std::size_t last = file.rfind("<Amt Ccy=\"EUR\">");
    file.replace(last, 16, "<Amt Ccy=\"EUR\">x");
    Pieces pieces;
    try {
        readStatements(file, {}, pieces);
        FAIL() << "the file is taken";
    } catch (const FileError& error) {
        EXPECT_EQ(error.line(), 80'004);
    }
    EXPECT_EQ(pieces.ended, 0);
}

/// Records what the reader hands on from a CSV file.
class SinkOfRows : public StatementSink {
public:
    void begin(const std::string& name, const std::vector<std::string>& said) override {
        format = name;
        warnings = said;
    }
    void lines(const FileStatement& statement, std::vector<FileLine>&& lines) override {
        sizes.push_back(std::to_string(lines.size()) + " of " + statement.account);
        for (const FileLine& line : lines) {
            total += line.amount;
        }
    }
    void end(FileStatement&& statement) override { ended += statement.account + ' '; }

    std::string format;
    std::vector<std::string> warnings;
    std::vector<std::string> sizes;
    std::string ended;
    std::int64_t total = 0;
};

FileHints inEuros() {
    FileHints hints;
    hints.currency = Currency::of("EUR");
    return hints;
}

std::string csv(int rows, const std::string& last) {
    std::string text = "Konto;DE89370400440532013000\nBuchungstag;Verwendungszweck;Betrag\n";
    for (int i = 0; i < rows; ++i) {
        text += std::string(i < 700 ? "03.04.2026" : "13.04.2026") + ";Payment " + std::to_string(i) + ';' +
                amountOf(i, ',') + '\n';
    }
    return text + last;
}

TEST(Pieces, OfACsvFileComeWithWhatItsLastRowsTell) {
    SinkOfRows rows;
    readStatements(csv(1200, "Saldo neu\n;;\n"), inEuros(), rows);
    EXPECT_EQ(rows.format, "csv");
    EXPECT_TRUE(rows.warnings.empty()) << "only the last rows tell day from month: " << rows.warnings.front();
    EXPECT_EQ(rows.sizes,
              (std::vector<std::string>{"500 of DE89370400440532013000", "500 of DE89370400440532013000",
                                        "200 of DE89370400440532013000"}));
    EXPECT_EQ(rows.ended, "DE89370400440532013000 ");
    EXPECT_EQ(rows.total, totalOf(1200));
}

TEST(Pieces, OfACsvFileWithSeveralAccountsComeAccountByAccount) {
    std::string text = "Account;Date;Text;Amount\n";
    for (int i = 0; i < 2000; ++i) {
        text += std::string(i < 600 || i % 2 == 0 ? "A" : "B") + ";2026-04-13;Payment;1.00\n";
    }
    FileHints hints;
    hints.format = "csv";
    hints.csv.emplace();
    hints.csv->decimal = '.';
    hints.csv->dateFormat = "YYYY-MM-DD";
    hints.csv->columns = {{"account", 0}, {"bookingDate", 1}, {"remittance", 2}, {"amount", 3}};
    hints.csv->currency = "EUR";
    SinkOfRows rows;
    readStatements(text, hints, rows);
    EXPECT_EQ(rows.sizes, (std::vector<std::string>{"500 of A", "800 of A", "700 of B"}));
    EXPECT_EQ(rows.ended, "A B ");
    EXPECT_EQ(rows.total, 200'000);
}

TEST(Pieces, OfACsvFileEndAtTheRowThatIsWrong) {
    SinkOfRows rows;
    try {
        readStatements(csv(1200, "14.04.2026;Wrong;1,2x\n15.04.2026;Right;1,00\n"), inEuros(), rows);
        FAIL() << "the file is taken";
    } catch (const FileError& error) {
        EXPECT_EQ(error.line(), 1203);
    }
    EXPECT_EQ(rows.ended, "");
}

} // namespace
} // namespace svc::bank
