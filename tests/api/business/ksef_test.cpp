// Polish invoices through HTTP, cleared by a fake of KSeF 2.0 that decrypts them with its own key.
#include <svc/encoding.hpp>

#include "api/business/ksef_fixture.hpp"

namespace svc::test {
namespace {

std::string urlDigest(const std::string& file) {
    return base64UrlEncode(base64Decode(sha256Base64(file)).value());
}

TEST_F(Ksef, NumbersAnInvoiceAndPrintsItsCode) {
    enable();
    const Json sale = sell(buyer());
    const Json accepted = until("accepted", sale.textOr("id"));
    const auto file = lastFile();
    EXPECT_EQ(accepted.textOr("reference"), file.ksefNumber);
    EXPECT_EQ(elementIn(file.xml, "P_2"), sale.textOr("number"));
    EXPECT_EQ(elementIn(file.xml, "NIP"), nip);
    EXPECT_NE(file.xml.find("<NIP>3861610227</NIP>"), std::string::npos);
    EXPECT_EQ(elementIn(file.xml, "P_13_1"), "100.00");
    EXPECT_EQ(elementIn(file.xml, "P_14_1"), "23.00");
    EXPECT_EQ(elementIn(file.xml, "P_15"), "123.00");
    EXPECT_EQ(elementIn(file.xml, "P_9A"), "50");
    EXPECT_EQ(elementIn(file.xml, "AdresL1"), "ul. Długa 1");
    EXPECT_FALSE(file.offline);

    const std::string day = sale.textOr("date");
    const std::string link = "https://qr-test.ksef.mf.gov.pl/invoice/" + nip + '/' + day.substr(8, 2) + '-' +
                             day.substr(5, 2) + '-' + day.substr(0, 4) + '/' + urlDigest(file.xml);
    EXPECT_EQ(accepted.textOr("qrCode"), link);
    EXPECT_EQ(printed(sale.textOr("id")), std::vector<std::string>{file.ksefNumber + " | " + link});
    const std::string paper = pdfText("/sales/" + sale.textOr("id") + "/invoice.pdf");
    EXPECT_NE(paper.find(file.ksefNumber), std::string::npos) << paper;
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id")).textOr("fiscalStatus"), "accepted");
}

TEST_F(Ksef, KeepsTheReceiptAndTheFileWithTheInvoice) {
    enable();
    authority.receiptWaits = 1;
    const std::string id = sell(buyer()).textOr("id");
    until("accepted", id);
    EXPECT_TRUE(soon([&] { return authority.count("upo") >= 1; }));
    advance(70);
    EXPECT_TRUE(soon([&] { return desk.read("/attachments?documentId=" + id).size() == 2; }));
    const Json kept = desk.read("/attachments?documentId=" + id);
    ASSERT_EQ(kept.size(), 2U) << kept.dump();
    const auto file = lastFile();
    for (const Json& one : kept.items()) {
        const std::string content = desk.get("/attachments/" + one.textOr("id") + "/content").body;
        if (one.textOr("fileName") == file.ksefNumber + ".xml") {
            EXPECT_EQ(content, file.xml);
        } else {
            EXPECT_EQ(one.textOr("fileName"), "UPO-" + file.ksefNumber + ".xml");
            EXPECT_EQ(elementIn(content, "SkrotDokumentu"), file.digest);
        }
    }
}

TEST_F(Ksef, KeepsNoReceiptOfAnotherFile) {
    enable();
    authority.wrongReceipt = true;
    const std::string id = sell(buyer()).textOr("id");
    until("accepted", id);
    EXPECT_TRUE(soon([&] { return authority.count("upo") >= 1; }));
    std::this_thread::sleep_for(std::chrono::seconds(1));
    EXPECT_EQ(desk.read("/attachments?documentId=" + id).size(), 0U);
}

TEST_F(Ksef, WaitsWhileCredentialsAndInvoiceAreLookedAt) {
    enable();
    authority.authWaits = 1;
    authority.statusWaits = 2;
    const std::string id = sell(buyer()).textOr("id");
    EXPECT_TRUE(soon([&] { return authority.count("login") == 1; }));
    advance(6);
    EXPECT_EQ(until("submitted", id)["attempts"].integer(), 1) << "a pause is no try";
    EXPECT_EQ(authority.count("login"), 1);
    advance(61);
    EXPECT_TRUE(soon([&] { return authority.look([&] { return authority.statusWaits; }) == 0; }));
    advance(200);
    until("accepted", id);
    EXPECT_EQ(authority.sent().size(), 1U);
}

TEST_F(Ksef, SendsManyInvoicesInOneSessionAndClosesIt) {
    enable();
    const std::string partner = buyer();
    std::vector<std::string> ids;
    for (int i = 0; i < 3; ++i) {
        ids.push_back(sell(partner).textOr("id"));
    }
    for (const std::string& id : ids) {
        until("accepted", id);
    }
    const auto sent = authority.sent();
    ASSERT_EQ(sent.size(), 3U);
    EXPECT_EQ(sent[0].session, sent[2].session);
    EXPECT_EQ(authority.count("online"), 1);
    EXPECT_EQ(authority.count("redeem"), 1) << "one authentication";
    EXPECT_TRUE(authority.look([&] { return authority.closed.empty(); }));
    advance(3700);
    EXPECT_TRUE(
        soon([&] { return authority.look([&] { return authority.closed.contains(sent[0].session); }); }));
    until("accepted", sell(partner).textOr("id"));
    EXPECT_NE(lastFile().session, sent[0].session);
    EXPECT_GE(authority.count("refresh"), 1) << "the access token has ended after fifteen minutes";
}

TEST_F(Ksef, OpensAnotherSessionWhenItsOwnHasEnded) {
    enable();
    const std::string partner = buyer();
    until("accepted", sell(partner).textOr("id"));
    const std::string first = lastFile().session;
    authority.world([&] { authority.closed.insert(first); });
    const std::string id = sell(partner).textOr("id");
    EXPECT_TRUE(soon([&] { return authority.count("invoices") >= 2; }));
    advance(6);
    EXPECT_EQ(until("accepted", id)["attempts"].integer(), 1);
    EXPECT_NE(lastFile().session, first);
}

TEST_F(Ksef, AuthenticatesAnewWhenItsTokensAreTakenAway) {
    enable();
    const std::string partner = buyer();
    until("accepted", sell(partner).textOr("id"));
    authority.world([&] { authority.revoke(false); });
    until("accepted", sell(partner).textOr("id"));
    EXPECT_EQ(authority.count("refresh"), 1);
    EXPECT_EQ(authority.count("login"), 1);
    authority.world([&] { authority.revoke(true); });
    until("accepted", sell(partner).textOr("id"));
    EXPECT_EQ(authority.count("login"), 2);
}

TEST_F(Ksef, AuthenticatesSeveralRetriesAtTheSameTime) {
    enable();
    authority.world([&] { authority.breakDown = 2; });
    const std::string partner = buyer();
    const std::string first = sell(partner).textOr("id");
    untilTried(first);
    const std::string second = sell(partner).textOr("id");
    untilTried(second);
    authority.world([&] {
        authority.revoke(true);
        authority.authenticateTogether(2);
    });
    advance(70);
    EXPECT_EQ(until("accepted", first)["attempts"].integer(), 2);
    EXPECT_EQ(until("accepted", second)["attempts"].integer(), 2) << "no login took the token of the other";
    EXPECT_EQ(authority.count("login"), 3);
}

TEST_F(Ksef, TellsWhyItsCredentialsAreRefusedAndGoesOnWithOthers) {
    enable();
    authority.authStatus = 450;
    const std::string id = sell(buyer()).textOr("id");
    const Json tried = untilTried(id);
    EXPECT_EQ(tried.textOr("status"), "pending");
    EXPECT_EQ(tried.textOr("errorCode"), "auth-450");
    EXPECT_EQ(tried.textOr("error"), "Uwierzytelnianie: Token unieważniony");
    authority.world([&] { authority.authStatus = 200; });
    advance(70);
    until("accepted", id);
}

TEST_F(Ksef, KeepsThePauseThatKsefAsksFor) {
    enable();
    authority.pause = 1;
    const std::string id = sell(buyer()).textOr("id");
    EXPECT_TRUE(soon([&] { return authority.count("invoices") >= 1; }));
    std::this_thread::sleep_for(std::chrono::seconds(1));
    EXPECT_TRUE(authority.sent().empty());
    advance(45);
    EXPECT_EQ(until("accepted", id)["attempts"].integer(), 1);
}

TEST_F(Ksef, RepeatsWhileNobodyAnswers) {
    enable();
    authority.breakDown = 1;
    const std::string id = sell(buyer()).textOr("id");
    EXPECT_EQ(untilTried(id).textOr("error"), "HTTP 503");
    advance(70);
    until("accepted", id);
    EXPECT_EQ(authority.sent().size(), 1U);
}

TEST_F(Ksef, KnowsItsOwnFileAgainWhenTheAnswerWasLost) {
    enable();
    authority.loseInvoices = 1;
    const std::string id = sell(buyer()).textOr("id");
    untilTried(id);
    advance(70);
    const Json accepted = until("accepted", id);
    const auto sent = authority.sent();
    ASSERT_EQ(sent.size(), 2U);
    EXPECT_EQ(sent[0].xml, sent[1].xml) << "byte for byte";
    EXPECT_EQ(accepted.textOr("reference"), sent[0].ksefNumber);
    EXPECT_TRUE(soon([&] { return desk.read("/attachments?documentId=" + id).size() == 2; }))
        << "the receipt is that of the first session";
}

TEST_F(Ksef, LeavesToAPersonWhatItMayNotRead) {
    enable();
    authority.loseInvoices = 1;
    authority.hidesInvoices = true;
    const std::string id = sell(buyer()).textOr("id");
    untilTried(id);
    advance(70);
    const Json held = until("held", id);
    EXPECT_NE(held.textOr("error").find(authority.sent().front().ksefNumber), std::string::npos)
        << held.dump();
    authority.world([&] { authority.hidesInvoices = false; });
    ASSERT_TRUE(hasStatus(
        desk.post("/fiscal/submissions/" + held.textOr("id") + "/resolve", js("{'outcome':'resend'}")), 200));
    until("accepted", id);
}

TEST_F(Ksef, TakesNoNumberWhoseCheckDigitsAreWrong) {
    enable();
    authority.wrongNumbers = 1;
    const std::string id = sell(buyer()).textOr("id");
    const Json tried = untilTried(id);
    EXPECT_EQ(tried.textOr("status"), "pending");
    EXPECT_TRUE(tried.textOr("error").starts_with("no KSeF number: " + nip)) << tried.dump();
    advance(70);
    EXPECT_EQ(until("accepted", id).textOr("reference"), lastFile().ksefNumber);
    EXPECT_EQ(authority.sent().size(), 1U) << "it is asked again, not sent again";
}

TEST_F(Ksef, RefusesTheNumberOfAnotherInvoice) {
    enable();
    const std::string partner = buyer();
    const std::string first = sell(partner).textOr("id");
    until("accepted", first);
    // Another program has used the next invoice number in KSeF.
    authority.world([&] {
        auto other = authority.files.back();
        const std::string number = elementIn(other.xml, "P_2");
        std::string next = number;
        ++next.back();
        other.xml.replace(other.xml.find(number), number.size(), next);
        other.ksefNumber = nip + "-20261120-00000000ABCD-";
        other.ksefNumber += crcOf(other.ksefNumber.substr(0, 32));
        other.reference = "other";
        authority.files.push_back(other);
    });
    const std::string id = sell(partner).textOr("id");
    const Json rejected = until("rejected", id);
    EXPECT_EQ(rejected.textOr("errorCode"), "440");
    EXPECT_NE(rejected.textOr("error").find("00000000ABCD"), std::string::npos) << rejected.dump();
}

TEST_F(Ksef, SendsAnotherFileAfterARefusal) {
    enable();
    authority.verdict = 450;
    const std::string id = sell(buyer()).textOr("id");
    const Json rejected = until("rejected", id);
    EXPECT_EQ(rejected.textOr("errorCode"), "450");
    EXPECT_EQ(rejected.textOr("error"), "Błąd weryfikacji: P_15");
    EXPECT_EQ(desk.read("/sales/" + id).textOr("fiscalStatus"), "rejected");
    authority.world([&] { authority.verdict = 200; });
    ASSERT_TRUE(hasStatus(desk.post("/fiscal/submit/sale/" + id, Json::object()), 202));
    until("accepted", id);
    EXPECT_EQ(authority.sent().size(), 2U);
    EXPECT_EQ(lastFile().replaced, "") << "it was no offline invoice";
}

TEST_F(Ksef, TellsWhichMessageIsWrong) {
    enable();
    authority.refusal = "21405";
    const Json rejected = until("rejected", sell(buyer()).textOr("id"));
    EXPECT_EQ(rejected.textOr("errorCode"), "21405");
    EXPECT_EQ(rejected.textOr("error"), "Odmowa");
}

TEST_F(Ksef, AuthenticatesByASignedRequestWhereThereIsNoToken) {
    const std::string pem = makeKey("/CN=Kawiarnia/C=PL", 3650).pem;
    Json settings = Json::object({{"certificate", pem}});
    enable(settings);
    until("accepted", sell(buyer()).textOr("id"));
    const std::string request = authority.look([&] { return authority.signedRequest; });
    EXPECT_EQ(elementIn(request, "Nip"), nip);
    const auto folder = std::filesystem::temp_directory_path() / unique("svc-xades");
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "signed.xml", std::ios::binary) << request;
    std::ofstream(folder / "key.pem", std::ios::binary)
        << pem.substr(pem.find("-----BEGIN CERTIFICATE-----"));
    const auto verified = runProgram({"/usr/bin/xmlsec1", "--verify", "--id-attr:Id",
                                      "http://uri.etsi.org/01903/v1.3.2#:SignedProperties", "--trusted-pem",
                                      (folder / "key.pem").string(), "--enabled-key-data", "x509",
                                      (folder / "signed.xml").string()});
    EXPECT_EQ(verified.code, 0) << verified.output << request;
    std::filesystem::remove_all(folder);
}

TEST_F(Ksef, WantsAWayToAuthenticate) {
    ASSERT_TRUE(isRefusal(put(js("{'token':'x'}")), 400, "regime-settings-missing:nip"));
    ASSERT_TRUE(hasStatus(put(Json::object({{"nip", nip}})), 200));
    EXPECT_EQ(untilTried(sell(buyer()).textOr("id")).textOr("errorCode"), "no-credentials");
}

} // namespace
} // namespace svc::test
