#include "domain/document.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <svc/encoding.hpp>
#include <svc/json.hpp>

#include "keys/key_file.hpp"
#include "keys/signing.hpp"

namespace svc::pt_certified {
namespace {

Json vectorsOf(const std::string& name) {
    std::ifstream file(std::string(SVC_REGIME_DATA "/") + name);
    std::stringstream text;
    text << file.rdbuf();
    return Json::parse(text.str());
}

std::int64_t cents(const std::string& text) {
    return Decimal::parse(text).value().shifted(2).toInteger().value();
}

TEST(Chain, IsThatOfTheVectors) {
    const Json vectors = vectorsOf("hash-chain.json");
    const auto key = keys::openKeyFile(vectors["testPrivateKey"].text(), "");
    ASSERT_TRUE(key);
    int documents = 0;
    for (const Json& chain : vectors["chains"].items()) {
        std::string previous;
        for (const Json& one : chain["docs"].items()) {
            const std::string message =
                messageOf(one.textOr("InvoiceDate"), one.textOr("SystemEntryDate"), one.textOr("InvoiceNo"),
                          cents(one.textOr("GrossTotal")), previous);
            EXPECT_EQ(message, one.textOr("message"));
            previous = base64Encode(keys::sign(key->privatePem, keys::Algorithm::Rs1, message));
            EXPECT_EQ(previous, one.textOr("hash"));
            EXPECT_EQ(printedOf(previous), one.textOr("printed"));
            ++documents;
        }
    }
    EXPECT_GE(documents, 4);
}

/// Facts from the fields of a code, for the comparison with the whole.
QrFacts factsOf(const Json& fields) {
    const auto amount = [&](const std::string& name) {
        const auto text = fields.optionalText(name);
        return text ? std::optional(cents(*text)) : std::nullopt;
    };
    const auto taxed = [&](char letter, int digit) {
        const auto base = amount(letter + std::to_string(digit));
        const auto tax = amount(letter + std::to_string(digit + 1));
        return base && tax ? std::optional(Taxed{*base, *tax}) : std::nullopt;
    };
    QrFacts facts{.issuer = fields.textOr("A"),
                  .buyer = fields.textOr("B"),
                  .buyerCountry = fields.textOr("C"),
                  .type = fields.textOr("D"),
                  .status = fields.textOr("E"),
                  .date = fields.textOr("F"),
                  .id = fields.textOr("G"),
                  .atcud = fields.textOr("H"),
                  .notSubject = amount("L"),
                  .stampDuty = amount("M"),
                  .taxes = amount("N").value(),
                  .gross = amount("O").value(),
                  .withheld = amount("P"),
                  .printed = fields.textOr("Q"),
                  .certificate = fields.textOr("R"),
                  .other = fields.textOr("S")};
    for (const char letter : {'I', 'J', 'K'}) {
        if (const auto code = fields.optionalText(letter + std::string("1"))) {
            facts.regions.push_back({.code = *code,
                                     .exempt = amount(letter + std::string("2")),
                                     .reduced = taxed(letter, 3),
                                     .intermediate = taxed(letter, 5),
                                     .normal = taxed(letter, 7)});
        }
    }
    return facts;
}

TEST(QrCode, IsThatOfTheOfficialExamples) {
    const Json examples = vectorsOf("qr.json")["examples"];
    ASSERT_EQ(examples.size(), 3U);
    for (const Json& example : examples.items()) {
        EXPECT_EQ(qrOf(factsOf(example["fields"])), example.textOr("qr"));
    }
}

TEST(TaxNumber, HasItsCheckDigit) {
    const Json numbers = vectorsOf("qr.json")["nif"];
    ASSERT_GT(numbers.size(), 0U);
    for (const Json& one : numbers.items()) {
        EXPECT_EQ(isNif(one.textOr("nif")), one["valid"].boolean()) << one.textOr("nif");
    }
    EXPECT_FALSE(isNif("12345678"));
    EXPECT_FALSE(isNif("PT1234567"));
}

TEST(Series, AreThePartsOfANumber) {
    const auto invoice = seriesOf("INV-2026-000123");
    ASSERT_TRUE(invoice);
    EXPECT_EQ(invoice->series, "INV2026");
    EXPECT_EQ(invoice->sequence, 123);
    EXPECT_EQ(documentId("FT", *invoice), "FT INV2026/123");
    EXPECT_EQ(seriesOf("TKT-LIS-2026-000007")->series, "TKTLIS2026");
    EXPECT_FALSE(seriesOf("DRAFT"));
    EXPECT_FALSE(seriesOf("000123"));
}

} // namespace
} // namespace svc::pt_certified
