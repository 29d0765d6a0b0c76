// Messages of SdI and public buyers about Italian invoices, through the intermediary and through HTTP: late,
// repeated, in any order. Signatures are verified by xmlsec1.
#include <algorithm>

#include <gmock/gmock.h>

#include "api/business/fatturapa_fixture.hpp"

namespace svc::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(FatturaPa, APublicBuyerGetsASignedInvoiceAndMayRefuseItLater) {
    const NewKey key = makeKey("/CN=Legale rappresentante/C=IT", 3650);
    EXPECT_TRUE(hasStatus(put(Json::object({{"signatureKey", key.pem}})), 200));
    const Json partner = buyer("0201:UFABC1");
    Json order = saleTo(partner);
    order.set("purchaseOrderRef", "ODA-12 CIG:ZB98B4A235");
    const std::string id = desk.make("/sales", order).textOr("id");
    until("submitted", id);
    const std::string xml = sent(1);
    expectValid(xml);
    EXPECT_EQ(textIn(xml, "FormatoTrasmissione"), "FPA12");
    EXPECT_EQ(textIn(xml, "CodiceDestinatario"), "UFABC1");
    EXPECT_EQ(textIn(xml, "CodiceCIG"), "ZB98B4A235");
    EXPECT_EQ(textIn(xml, "EsigibilitaIVA"), "S");
    EXPECT_EQ(textIn(xml, "ImportoPagamento"), "100.00") << "the VAT goes to the state";
    const TemporaryFile file(xml);
    const TemporaryFile certificate(key.pem.substr(key.pem.find("-----BEGIN CERTIFICATE-----")));
    const auto verified = runProgram(
        {"/usr/bin/xmlsec1", "--verify", "--id-attr:Id", "http://uri.etsi.org/01903/v1.3.2#:SignedProperties",
         "--verification-time", "2030-01-01+00:00:00", "--trusted-pem", certificate.path(), file.path()});
    EXPECT_EQ(verified.code, 0) << verified.output;
    EXPECT_EQ(world([&] { return sdi.files.at(name(1)).signature; }), "None");

    world([&] { sdi.say(name(1), "Consegnato"); });
    laterUntil("accepted", id);
    desk.events();
    world([&] {
        sdi.say(name(1), "RifiutatoDalDestinatario", "2026-11-22T10:00:00Z", Json::array(), "Importo errato");
    });
    advanceClock(7 * 3600);
    const Json rejected = until("rejected", id);
    EXPECT_EQ(rejected.textOr("errorCode"), "EC02");
    EXPECT_THAT(rejected.textOr("error"), HasSubstr("Importo errato"));
    EXPECT_THAT(typesOf(desk.events()), Contains("fiscal.rejected"));
    EXPECT_EQ(desk.read("/sales/" + id).textOr("fiscalStatus"), "rejected");
}

TEST_F(FatturaPa, APublicBuyerGetsASignedMessageThatHoldsTheInvoice) {
    const NewKey key = makeKey("/CN=Legale rappresentante/C=IT", 3650);
    EXPECT_TRUE(hasStatus(put(Json::object({{"signatureKey", key.pem}, {"signatureForm", "cades"}})), 200));
    const std::string id = sell(buyer("0201:UFABC1")).textOr("id");
    until("submitted", id);
    const std::string signedName = name(1) + ".p7m";
    const std::string message = world([&] { return sdi.files.at(signedName).xml; });
    const TemporaryFile file(message);
    const TemporaryFile content("");
    const TemporaryFile certificate(key.pem.substr(key.pem.find("-----BEGIN CERTIFICATE-----")));
    const auto verified = runProgram({"/usr/bin/openssl", "cms", "-verify", "-cades", "-binary", "-inform",
                                      "DER", "-in", file.path(), "-CAfile", certificate.path(), "-purpose",
                                      "any", "-attime", "1893456000", "-out", content.path()});
    EXPECT_EQ(verified.code, 0) << verified.errors;
    const std::string xml = content.text();
    expectValid(xml);
    EXPECT_EQ(textIn(xml, "FormatoTrasmissione"), "FPA12");
    const Answer read = desk.get("/fiscal/it-fatturapa/files/" + signedName);
    EXPECT_EQ(read.header("content-type"), "application/pkcs7-mime");
    EXPECT_EQ(read.body, message);
    world([&] { sdi.say(signedName, "Consegnato"); });
    laterUntil("accepted", id);
}

TEST_F(FatturaPa, APublicBuyerThatDoesNotAnswerHasAccepted) {
    EXPECT_TRUE(hasStatus(put(js("{'signedBy':'intermediary'}")), 200));
    const std::string id = sell(buyer("0201:UFABC1")).textOr("id");
    until("submitted", id);
    EXPECT_THAT(sent(1), Not(HasSubstr("Signature")));
    EXPECT_EQ(world([&] { return sdi.files.at(name(1)).signature; }), "Apply");
    world([&] { sdi.say(name(1), "Consegnato"); });
    laterUntil("accepted", id);
    world([&] {
        sdi.deaf = true; // for a while no messages arrive
        sdi.say(name(1), "DecorrenzaTermini", "2026-12-10T10:00:00Z");
    });
    advanceClock(7 * 3600);
    const int asked = world([&] { return sdi.asked; });
    EXPECT_TRUE(wait([&] { return world([&] { return sdi.asked > 0; }); })) << asked;
    world([&] { sdi.deaf = false; });
    for (int i = 0; i < 4 && codesOf(latest(id)).size() < 2; ++i) {
        advanceClock(7 * 3600);
        std::this_thread::sleep_for(seconds(1));
    }
    const Json still = until("accepted", id);
    EXPECT_EQ(codesOf(still), (std::vector<std::string>{"RC", "DT"}));
}

TEST_F(FatturaPa, MessagesComeTwiceAndInAnyOrder) {
    const std::string id = sell(buyer()).textOr("id");
    until("submitted", id);
    const Answer early = bring(sample("NE", 1));
    ASSERT_TRUE(hasStatus(early, 200)) << "the answer of the buyer before the delivery";
    EXPECT_EQ(early.json.textOr("kind"), "NE");
    EXPECT_EQ(early.json.textOr("documentId"), id);
    EXPECT_EQ(latest(id).textOr("status"), "accepted");
    EXPECT_EQ(latest(id).textOr("reference"), "111");
    EXPECT_FALSE(bring(sample("RC", 1)).json["repeated"].boolean());
    EXPECT_TRUE(bring(sample("RC", 1)).json["repeated"].boolean());
    EXPECT_TRUE(bring(sample("NE", 1)).json["repeated"].boolean());
    EXPECT_EQ(codesOf(latest(id)), (std::vector<std::string>{"NE", "RC"}));
    for (const char* kind : {"AT", "MC"}) {
        EXPECT_TRUE(hasStatus(bring(sample(kind, 1)), 200));
    }
    EXPECT_EQ(latest(id).textOr("status"), "accepted");
    const std::string refusal = replaced(replaced(sample("NE", 1), "EC01", "EC02"),
                                         "<MessageId>123456</MessageId>\n  "
                                         "<Note>",
                                         "<MessageId>123457</MessageId><Note>");
    EXPECT_TRUE(hasStatus(bring(refusal), 200));
    EXPECT_EQ(latest(id).textOr("status"), "rejected") << "a word that comes after all the others";
    EXPECT_TRUE(hasStatus(bring(sample("NS", 1)), 200)) << "a line of its life, and nothing more";
    EXPECT_EQ(latest(id).textOr("errorCode"), "EC02");
    const auto fiscal = typesOf(desk.events());
    EXPECT_EQ(std::count(fiscal.begin(), fiscal.end(), "fiscal.accepted"), 1);
    EXPECT_EQ(std::count(fiscal.begin(), fiscal.end(), "fiscal.rejected"), 1);
}

TEST_F(FatturaPa, ARefusalOfTheBuyerMayComeBeforeTheDelivery) {
    const std::string id = sell(buyer()).textOr("id");
    until("submitted", id);
    const std::string refusal = sample("NE", 1);
    EXPECT_TRUE(hasStatus(bring(replaced(refusal, "EC01", "EC02")), 200));
    EXPECT_EQ(latest(id).textOr("status"), "rejected");
    EXPECT_TRUE(hasStatus(bring(sample("RC", 1)), 200));
    const Json one = latest(id);
    EXPECT_EQ(codesOf(one), (std::vector<std::string>{"NE", "RC"}));
    EXPECT_EQ(one.textOr("status"), "rejected");
    EXPECT_EQ(one.textOr("reference"), textIn(refusal, "IdentificativoSdI"));
}

TEST_F(FatturaPa, AMessageMayBeQuickerThanTheAnswerOfTheSending) {
    world([&] { sdi.delay = seconds(4); });
    const std::string slow = sell(buyer()).textOr("id");
    EXPECT_TRUE(wait([&] { return world([&] { return sdi.calls == 1; }); }));
    ASSERT_TRUE(hasStatus(bring(sample("RC", 1)), 200));
    EXPECT_EQ(latest(slow).textOr("status"), "accepted");
    std::this_thread::sleep_for(seconds(5));
    EXPECT_EQ(latest(slow).textOr("status"), "accepted");
    world([&] { sdi.delay = seconds(0); });
    world([&] { sdi.loseRequests = 1; });
    const std::string id = sell(buyer()).textOr("id");
    EXPECT_TRUE(wait([&] { return latest(id)["attempts"].integer() > 0; }));
    ASSERT_TRUE(hasStatus(bring(sample("NS", 2)), 200));
    EXPECT_EQ(latest(id).textOr("status"), "rejected");
    EXPECT_EQ(latest(id).textOr("errorCode"), "00100");
    advanceClock(3700);
    std::this_thread::sleep_for(milliseconds(500));
    EXPECT_EQ(latest(id).textOr("status"), "rejected");
}

TEST_F(FatturaPa, MessagesAboutNothingAreRefused) {
    EXPECT_TRUE(isRefusal(bring("no XML"), 400, "sdi-message-unreadable"));
    EXPECT_TRUE(isRefusal(bring("<a/>"), 400, "sdi-message-unreadable"));
    EXPECT_TRUE(isRefusal(bring(sample("RC", 7)), 404, "sdi-file-not-found"));
    EXPECT_TRUE(isRefusal(bring(sample("SE", 7)), 404, "sdi-file-not-found"));
    EXPECT_TRUE(isRefusal(desk.get("/fiscal/it-fatturapa/files/" + name(7)), 404, "sdi-file-not-found"));
}

} // namespace
} // namespace svc::test
