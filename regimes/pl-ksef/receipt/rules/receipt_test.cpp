// Receipts against the published sample of the test platform.

#include <gtest/gtest.h>

#include "receipt/rules/receipt.hpp"
#include "tests/files.hpp"

namespace svc::pl_ksef {
namespace {

std::string sample() {
    return contentOf("example-upo.xml");
}

std::string with(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
}

const ReceiptFacts Facts{"5265877635", "5265877635-20250916-0200A0D6723E-C2", "FA/XVQUD-9997622510/04/2027",
                         "2025-09-16", "GZMGNVzs3krF6URKgvaw77OOeG3nJ+WGziT5xguliQ8="};

TEST(Receipts, OfTheTestPlatformHaveItsOwnName) {
    EXPECT_EQ(receiptProblem(sample(), Facts, testSchemas(), true), "");
    EXPECT_NE(receiptProblem(sample(), Facts, testSchemas(), false), "") << "the schema fixes the name";
    const std::string live =
        with(sample(), "Ministerstwo Finansów - środowisko testowe (TE)", "Ministerstwo Finansów");
    EXPECT_EQ(receiptProblem(live, Facts, testSchemas(), false), "");
}

TEST(Receipts, MustBeOfTheFile) {
    const auto problem = [](auto change) {
        ReceiptFacts facts = Facts;
        change(facts);
        return receiptProblem(sample(), facts, testSchemas(), true);
    };
    EXPECT_NE(problem([](ReceiptFacts& facts) { facts.ksefNumber = "5265877635-20250916-0200A0D6723F-C5"; }),
              "");
    EXPECT_NE(problem([](ReceiptFacts& facts) { facts.nip = "1111111111"; }), "");
    EXPECT_NE(problem([](ReceiptFacts& facts) { facts.number = "FA/1"; }), "");
    EXPECT_NE(problem([](ReceiptFacts& facts) { facts.issued = "2025-09-17"; }), "");
    EXPECT_NE(problem([](ReceiptFacts& facts) { facts.digest[0] = 'X'; }), "");
}

TEST(Receipts, MustFitTheirSchema) {
    EXPECT_NE(receiptProblem(with(sample(), "<TrybWysylki>Online", "<TrybWysylki>Other"), Facts,
                             testSchemas(), true),
              "");
    EXPECT_NE(receiptProblem("<html/>", Facts, testSchemas(), true), "");
    EXPECT_NE(receiptProblem("", Facts, testSchemas(), true), "");
}

} // namespace
} // namespace svc::pl_ksef
