// The receipts of the official scenarios, byte by byte.
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include <svc/encoding.hpp>
#include <svc/json.hpp>
#include <svc/text.hpp>

#include "domain/receipt.hpp"
#include "keys/signing.hpp"

namespace svc::rksv {
namespace {

Json fileOf(const std::string& name) {
    std::ifstream in(std::string(SVC_RKSV_DATA) + '/' + name);
    std::ostringstream text;
    text << in.rdbuf();
    return Json::parse(text.str());
}

Kind kindOf(const std::string& type) {
    return type == "STORNO_BELEG"     ? Kind::Cancellation
           : type == "TRAINING_BELEG" ? Kind::Training
                                      : Kind::Standard;
}

class Scenarios : public ::testing::TestWithParam<const char*> {};

TEST_P(Scenarios, AreWrittenAsTheReferenceWritesThem) {
    const Json scenario = fileOf(GetParam());
    const std::string key = base64Decode(scenario.textOr("base64AesKey")).value();
    std::string previous;
    std::int64_t turnover = 0;
    std::size_t count = 0;
    for (const Json& expected : scenario["receipts"].items()) {
        Receipt receipt;
        receipt.provider = "AT0";
        receipt.till = scenario.textOr("cashBoxId");
        receipt.number = expected.textOr("receipt");
        receipt.time = expected.textOr("time");
        receipt.kind = kindOf(expected.textOr("type"));
        for (std::size_t i = 0; i < receipt.amounts.size(); ++i) {
            receipt.amounts[i] = expected["cents"].at(i).integer();
            turnover += receipt.kind == Kind::Training ? 0 : receipt.amounts[i];
        }
        receipt.turnover = turnover;
        receipt.certificate =
            scenario.textOr("companyID") + "-K" + std::to_string(expected["device"].integer());
        receipt.previous = previous;
        EXPECT_EQ(turnover, expected["turnoverCents"].integer());
        EXPECT_EQ(encryptedTurnover(key, receipt.till, receipt.number, turnover),
                  expected.textOr("encrypted8"));
        EXPECT_EQ(encryptedTurnover(key, receipt.till, receipt.number, turnover, 5),
                  expected.textOr("encrypted5"));
        EXPECT_EQ(chainValue(receipt.till, previous), expected.textOr("chain"));
        const std::string code = codeOf(receipt, key);
        const std::string jws = expected.textOr("jws");
        const std::string signature = base64UrlDecode(jws.substr(jws.rfind('.') + 1)).value();
        const bool damaged = expected["damaged"].boolean();
        ASSERT_EQ(jwsOf(code, damaged ? std::string() : signature), jws) << receipt.number;
        const std::string publicKey =
            base64Decode(scenario["publicKeys"].textOr(receipt.certificate)).value();
        EXPECT_EQ(keys::verifies(publicKey, keys::Algorithm::Es256, signingInput(code), signature), !damaged);
        EXPECT_EQ(qrOf(code, damaged ? std::string() : signature), code + '_' + base64Encode(signature));
        previous = jws;
        ++count;
    }
    EXPECT_GE(count, 76U);
}

INSTANTIATE_TEST_SUITE_P(Official, Scenarios,
                         ::testing::Values("scenario-1.json", "scenario-2.json", "scenario-4.json",
                                           "scenario-5.json", "scenario-7.json"));

TEST(Published, ReceiptsOfTheSpecificationFollowEachOther) {
    const Json published = fileOf("published.json");
    for (const Json& start : published["startChain"].items()) {
        EXPECT_EQ(chainValue(start.textOr("cashBoxId"), ""), start.textOr("chain"));
    }
    for (const Json& receipt : published["receipts"].items()) {
        const std::string jws = receipt.textOr("jws");
        if (jws.empty()) {
            continue;
        }
        const std::size_t dot = jws.find('.');
        const std::string code = base64UrlDecode(jws.substr(dot + 1, jws.rfind('.') - dot - 1)).value();
        const std::string signature = base64UrlDecode(jws.substr(jws.rfind('.') + 1)).value();
        EXPECT_EQ(jwsOf(code, signature), jws);
        if (const auto expected = receipt.optionalText("code")) {
            EXPECT_EQ(code, *expected);
        }
        if (const auto expected = receipt.optionalText("qr")) {
            EXPECT_EQ(qrOf(code, signature), *expected);
        }
        if (const auto expected = receipt.optionalText("chainOfNext")) {
            EXPECT_EQ(chainValue("", jws), *expected);
        }
    }
}

TEST(CheckValue, IsOfThreeBytes) {
    EXPECT_EQ(checkValueOf(std::string(32, '\0')).size(), 4U);
}

} // namespace
} // namespace svc::rksv
