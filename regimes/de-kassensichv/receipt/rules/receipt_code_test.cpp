// Receipt codes signed by real devices, and manipulations of them that must be detected.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <svc/encoding.hpp>
#include <svc/json.hpp>

#include "keys/signing.hpp"
#include "receipt/rules/ecdsa.hpp"
#include "receipt/rules/process_data.hpp"
#include "receipt/rules/receipt_code.hpp"

namespace svc::de_kassensichv {
namespace {

Json dataOf(const std::string& name) {
    std::ifstream in(std::string(SVC_KASSENSICHV_DATA) + '/' + name);
    std::ostringstream text;
    text << in.rdbuf();
    return Json::parse(text.str());
}

TEST(ReceiptCode, IsReadAndWrittenAsPublished) {
    const Json vector = dataOf("vectors.json");
    const Json& values = vector["values"];
    const auto code = readCode(vector.textOr("qr"));
    ASSERT_TRUE(code);
    EXPECT_EQ(qrOf(*code), vector.textOr("qr"));
    EXPECT_EQ(code->till, values.textOr("till"));
    EXPECT_EQ(code->processType, values.textOr("processType"));
    EXPECT_EQ(code->transaction, values["transaction"].integer());
    EXPECT_EQ(code->counter, values["signatureCounter"].integer());
    const auto data = readProcessData(code->processData);
    ASSERT_TRUE(data);
    EXPECT_EQ(data->type, values.textOr("transactionType"));
    std::size_t place = 0;
    for (const char* rate : {"19", "7", "10.7", "5.5", "0"}) {
        EXPECT_EQ(data->gross[place++].toFixed(2), values["gross"].textOr(rate)) << rate;
    }
    ASSERT_EQ(data->payments.size(), 1U);
    EXPECT_EQ(data->payments[0].amount.toFixed(2), values["payments"][0].textOr("amount"));
    EXPECT_TRUE(data->payments[0].cash);
    EXPECT_EQ(data->payments[0].currency, values["payments"][0].textOr("currency"));
    EXPECT_EQ(processDataOf(*data), code->processData);
}

TEST(ReceiptCode, KnowsEveryType) {
    const Json vector = dataOf("vectors.json");
    for (const Json& type : vector["types"].items()) {
        const std::string text = type.text() + "^0.00_0.00_0.00_0.00_0.00^0.00:Bar";
        const auto data = readProcessData(text);
        ASSERT_TRUE(data) << text;
        EXPECT_EQ(processDataOf(*data), text);
    }
}

TEST(ReceiptCode, WritesSeveralPaymentsAndCurrencies) {
    ProcessData data{"Beleg", {}, {}};
    data.gross[0] = Decimal::parse("-11.9").value();
    data.payments.push_back({Decimal::parse("-10").value(), true, "EUR"});
    data.payments.push_back({Decimal::parse("-2.05").value(), true, "CHF"});
    data.payments.push_back({Decimal(0), false, "EUR"});
    const std::string text = processDataOf(data);
    EXPECT_EQ(text, "Beleg^-11.90_0.00_0.00_0.00_0.00^-10.00:Bar_-2.05:Bar:CHF_0.00:Unbar");
    EXPECT_EQ(processDataOf(readProcessData(text).value()), text);
}

TEST(ReceiptCode, RefusesOtherGrammars) {
    for (const char* text :
         {"", "Beleg", "Beleg^0.00_0.00_0.00_0.00^1.00:Bar", "Rechnung^0.00_0.00_0.00_0.00_0.00^1.00:Bar",
          "Beleg^0.00_0.00_0.00_0.00_0.0^1.00:Bar", "Beleg^0.00_0.00_0.00_0.00_0.00^Bar:1.00",
          "Beleg^0.00_0.00_0.00_0.00_0.00^1.00:Bar:usd", "Beleg^0.00_0.00_0.00_0.00_0.00^1.00:Bar:EUR:x",
          "Beleg^0.00_0.00_0.00_0.00_1e.2^1.00:Bar", "Beleg^0.00_0.00_0.00_0.00_0.00^"}) {
        EXPECT_FALSE(readProcessData(text)) << text;
    }
    for (const char* qr : {"", "V0", "V1;a;b;c;1;2;d;e;f;g;h;i", "V0;a;b;c;-1;2;d;e;f;g;h;i",
                           "V0;a;b;c;1;x;d;e;f;g;h;i", "V0;a;b;c;1;2;d;e;f;g;h;i;j"}) {
        EXPECT_FALSE(readCode(qr)) << qr;
    }
}

TEST(ReceiptCode, VerifiesWhatDevicesHaveSigned) {
    const Json receipts = dataOf("signed-receipts.json")["receipts"];
    ASSERT_EQ(receipts.size(), 5U);
    for (const Json& one : receipts.items()) {
        const std::string source = one.textOr("source");
        const Verification result = verify(readCode(one.textOr("qr")).value());
        EXPECT_EQ(result.verdict, Verdict::Valid) << source << ": " << result.reason;
        EXPECT_EQ(result.curve, one.textOr("curve")) << source;
        EXPECT_EQ(result.signatureForm, one.textOr("signatureForm") == "DER" ? "der" : "plain") << source;
        EXPECT_EQ(result.tseSerial, one.textOr("tseSerial")) << source;
        EXPECT_EQ(hexEncode(result.message), one.textOr("signedMessageHex")) << source;
    }
}

TEST(ReceiptCode, FindsEachChange) {
    const Json refused = dataOf("signed-receipts.json")["refused"];
    ASSERT_EQ(refused.size(), 6U);
    for (const Json& one : refused.items()) {
        const Verification result = verify(readCode(one.textOr("qr")).value());
        EXPECT_EQ(result.verdict, Verdict::Invalid) << one.textOr("change");
        EXPECT_EQ(result.reason, "signature") << one.textOr("change");
    }
}

TEST(ReceiptCode, SaysWhatCannotBeVerified) {
    const Json unsolved = dataOf("signed-receipts.json")["unsolved"];
    ReceiptCode code = readCode(unsolved.textOr("qr")).value();
    EXPECT_EQ(verify(code).verdict, Verdict::Unverifiable);
    EXPECT_EQ(verify(code).reason, "key-form");
    EXPECT_FALSE(verify(code).tseSerial.empty()) << "the key is read";

    code = readCode(dataOf("vectors.json").textOr("qr")).value();
    const auto reasonWith = [&](std::string ReceiptCode::*field, const std::string& value) {
        ReceiptCode changed = code;
        changed.*field = value;
        return verify(changed).reason;
    };
    EXPECT_EQ(reasonWith(&ReceiptCode::publicKey, base64Encode('\x04' + std::string(64, 'x'))), "signature")
        << "a point on no curve";
    EXPECT_EQ(reasonWith(&ReceiptCode::publicKey, "!"), "key");
    EXPECT_EQ(reasonWith(&ReceiptCode::algorithm, "rsa"), "algorithm");
    EXPECT_EQ(reasonWith(&ReceiptCode::loggedAt, "yesterday"), "time");
    EXPECT_EQ(reasonWith(&ReceiptCode::timeFormat, "utcTime"), "time");
    EXPECT_EQ(reasonWith(&ReceiptCode::signature, "AA"), "signature-form");
    EXPECT_EQ(reasonWith(&ReceiptCode::signature, ""), "signature");
}

TEST(ReceiptCode, VerifiesAKeyOfEitherForm) {
    const std::string key = newPrivateKey();
    ReceiptCode code = readCode(dataOf("vectors.json").textOr("qr")).value();
    code.publicKey = base64Encode(pointOf(key));
    const std::string message = signedMessage(code, tseSerialOf(pointOf(key))).value();
    code.signature = base64Encode(keys::PrivateKey::read(key).value().sign(keys::Algorithm::Es256, message));
    EXPECT_EQ(verify(code).verdict, Verdict::Valid);
    EXPECT_EQ(verify(code).curve, "secp256r1");
    // SubjectPublicKeyInfo of a point on P-256 (RFC 5480).
    const std::string head = hexDecode("3059301306072a8648ce3d020106082a8648ce3d030107034200").value();
    code.publicKey = base64Encode(head + pointOf(key));
    EXPECT_EQ(verify(code).verdict, Verdict::Valid);
}

} // namespace
} // namespace svc::de_kassensichv
