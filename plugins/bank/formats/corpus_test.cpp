// Every file of the corpus gives exactly its expected lines; every malformed one is refused.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <svc/json.hpp>
#include <svc/text.hpp>

#include "formats/formats.hpp"
#include "formats/mapping.hpp"
#include "rules/text.hpp"

namespace svc::bank {
namespace {

namespace fs = std::filesystem;

/// The corpus of the sources, or another one named by SVC_STATEMENTS.
fs::path corpus() {
    const char* other = std::getenv("SVC_STATEMENTS");
    return other != nullptr ? other : SVC_TEST_STATEMENTS;
}

std::string contentOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<fs::path> filesOf(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.is_regular_file() && fs::exists(entry.path().string() + ".expected.json")) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string squeezed(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto [c, length] = firstCodePoint(text.substr(at));
        const std::size_t step = length == 0 ? 1 : length;
        out += isWhiteSpace(c) ? std::string_view{} : text.substr(at, step);
        at += step;
    }
    return out;
}

Json textsOf(const FileLine& line) {
    return Json::object({{"bankReference", line.bankReference},
                         {"entryReference", line.entryReference},
                         {"reference", line.reference},
                         {"endToEndId", line.endToEndId},
                         {"mandateId", line.mandateId},
                         {"creditorReference", line.creditorReference},
                         {"counterpartyName", line.counterpartyName},
                         {"counterpartyIban", line.counterpartyAccount},
                         {"counterpartyAccount", line.counterpartyAccount},
                         {"remittance", line.remittance},
                         {"originalAmount", line.originalAmount},
                         {"returnReason", line.returnReason},
                         {"supplementary", line.supplementary}});
}

std::string written(const std::optional<Date>& date) {
    return date ? date->toString() : "none";
}

void compareLine(const FileLine& line, const Json& wanted, Currency currency) {
    EXPECT_EQ(line.amount, wanted["amountMinor"].integer());
    EXPECT_EQ(currency.code(), wanted.textOr("currency", currency.code()));
    EXPECT_EQ(written(line.bookingDate), wanted.textOr("bookingDate", written(line.bookingDate)));
    EXPECT_EQ(written(line.valueDate), wanted.textOr("valueDate", written(line.valueDate)));
    EXPECT_EQ(line.reversal, wanted.optionalBool("reversal").value_or(line.reversal));
    const Json texts = textsOf(line);
    for (const Json::Member& text : texts.members()) {
        const Json& one = wanted[text.name];
        if (one.isString()) {
            EXPECT_NE(squeezed(text.value.text()).find(squeezed(one.text())), std::string::npos)
                << text.name << ": " << text.value.text() << "\nwanted " << one.text();
        }
    }
}

void compareLines(const std::vector<FileLine>& all, const Json& wanted, Currency currency) {
    // Lines with amount zero are information only.
    std::vector<FileLine> lines;
    std::copy_if(all.begin(), all.end(), std::back_inserter(lines),
                 [](const FileLine& line) { return line.amount != 0; });
    std::vector<Json> expected;
    for (const Json& line : wanted.items()) {
        if (line["amountMinor"].integer() != 0) {
            expected.push_back(line);
        }
    }
    ASSERT_EQ(lines.size(), expected.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        SCOPED_TRACE("line " + std::to_string(i));
        compareLine(lines[i], expected[i], currency);
    }
}

void compareStatement(const FileStatement& got, const Json& wanted) {
    EXPECT_NE(squashed(got.account).find(squashed(wanted.textOr("account"))), std::string::npos)
        << got.account;
    EXPECT_EQ(got.currency ? got.currency->code() : "none", wanted.textOr("currency"));
    const auto balance = [](const std::optional<std::int64_t>& value) {
        return value ? std::to_string(*value) : "none";
    };
    if (wanted["openingBalance"].isNumber()) {
        EXPECT_EQ(balance(got.opening), wanted["openingBalance"].numberText());
    }
    if (wanted["closingBalance"].isNumber()) {
        EXPECT_EQ(balance(got.closing), wanted["closingBalance"].numberText());
    }
    EXPECT_EQ(imbalance(got).value_or(0), 0);
    compareLines(got.lines, wanted["lines"], got.currency.value_or(Currency()));
    if (wanted["pendingLines"].isArray()) {
        EXPECT_EQ(got.pending, wanted["pendingLines"].size());
    }
}

void compareFile(const fs::path& path, const FileHints& hints) {
    SCOPED_TRACE(path.filename().string());
    const Json wanted = Json::parse(contentOf(path.string() + ".expected.json"));
    try {
        const StatementFile file = readStatements(contentOf(path), hints);
        ASSERT_EQ(file.statements.size(), wanted.size());
        for (std::size_t i = 0; i < file.statements.size(); ++i) {
            SCOPED_TRACE("statement " + std::to_string(i));
            compareStatement(file.statements[i], wanted[i]);
        }
    } catch (const FileError& error) {
        ADD_FAILURE() << "refused at line " << error.line() << ": " << error.what();
    }
}

FileHints hintsOf(const std::string& format, const std::string& currency = "EUR") {
    FileHints hints;
    hints.format = format;
    hints.currency = Currency::of(currency);
    return hints;
}

class Corpus : public ::testing::TestWithParam<const char*> {};

TEST_P(Corpus, GivesItsLines) {
    for (const fs::path& path : filesOf(corpus() / GetParam())) {
        FileHints hints = hintsOf("auto");
        if (std::string(GetParam()) == "csv") {
            hints.csv = mappingOf(Json::parse(contentOf(path.string() + ".profile.json")));
        }
        compareFile(path, hints);
    }
}

TEST_P(Corpus, MalformedFilesAreRefused) {
    for (const fs::path& path : filesOf(corpus() / GetParam() / "malformed")) {
        SCOPED_TRACE(path.filename().string());
        bool refused = false;
        try {
            const StatementFile file = readStatements(contentOf(path), hintsOf("auto"));
            refused = std::any_of(file.statements.begin(), file.statements.end(),
                                  [](const FileStatement& one) { return imbalance(one).value_or(0) != 0; });
        } catch (const FileError&) {
            refused = true;
        }
        EXPECT_TRUE(refused);
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, Corpus, ::testing::Values("camt053", "mt940", "csv"));

TEST(CsvDetection, FindsTheMappingOfEveryFile) {
    for (const fs::path& path : filesOf(corpus() / "csv")) {
        const Json wanted = Json::parse(contentOf(path.string() + ".expected.json"));
        FileHints hints = hintsOf("csv", wanted[0].textOr("currency", "EUR"));
        hints.monthFirst = hints.currency.code() == "USD";
        // Card exports show purchases as positive amounts; nothing in the file says so.
        if (path.filename().string().find("viseca") == std::string::npos) {
            compareFile(path, hints);
        }
    }
}

} // namespace
} // namespace svc::bank
