// Corrections, invoices issued while KSeF is offline, and refusals before issuing.
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <svc/encoding.hpp>

#include "api/business/ksef_fixture.hpp"

namespace svc::test {
namespace {

/// Checks that code II refers to the file and is signed with the key of the certificate.
void expectSignedCode(const std::string& link, const std::string& nip, const std::string& digest,
                      const std::string& pem) {
    const std::string begin = "https://qr-test.ksef.mf.gov.pl/certificate/Nip/" + nip + '/' + nip + '/';
    ASSERT_TRUE(link.starts_with(begin)) << link;
    const std::size_t end = link.rfind('/');
    EXPECT_TRUE(link.substr(0, end).ends_with('/' + digest)) << link;
    const std::string text = link.substr(8, end - 8);
    const std::string signature = base64UrlDecode(link.substr(end + 1)).value();
    ASSERT_EQ(signature.size(), 64U) << "r and s one behind the other";

    const std::unique_ptr<BIO, decltype(&BIO_free_all)> in(
        BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free_all);
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(
        PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr), X509_free);
    ASSERT_TRUE(certificate);
    const auto* bytes = reinterpret_cast<const unsigned char*>(signature.data());
    const std::unique_ptr<ECDSA_SIG, decltype(&ECDSA_SIG_free)> parts(ECDSA_SIG_new(), ECDSA_SIG_free);
    ECDSA_SIG_set0(parts.get(), BN_bin2bn(bytes, 32, nullptr), BN_bin2bn(bytes + 32, 32, nullptr));
    unsigned char* der = nullptr;
    const int size = i2d_ECDSA_SIG(parts.get(), &der);
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, X509_get0_pubkey(certificate.get()));
    EXPECT_EQ(EVP_DigestVerify(context.get(), der, static_cast<std::size_t>(size),
                               reinterpret_cast<const unsigned char*>(text.data()), text.size()),
              1)
        << link;
    OPENSSL_free(der);
}

std::string urlDigestOf(const std::string& file) {
    return base64UrlEncode(base64Decode(sha256Base64(file)).value());
}

TEST_F(Ksef, CorrectsByTheDifferenceAndNamesTheNumber) {
    enable();
    const Json sale = sell(buyer());
    const std::string id = sale.textOr("id");
    const std::string number = until("accepted", id).textOr("reference");
    const std::string line = desk.read("/sales/" + id)["lines"].at(0).textOr("id");
    const std::string note =
        refund(id, js("{'lines':[{'lineId':'$1','quantity':1}],'reason':'Zwrot kawy'}", {line}));
    const Json accepted = until("accepted", note, "credit_note");
    const auto file = lastFile();
    EXPECT_EQ(accepted.textOr("reference"), file.ksefNumber);
    EXPECT_EQ(elementIn(file.xml, "RodzajFaktury"), "KOR");
    EXPECT_EQ(elementIn(file.xml, "PrzyczynaKorekty"), "Zwrot kawy");
    EXPECT_EQ(elementIn(file.xml, "NrFaKorygowanej"), sale.textOr("number"));
    EXPECT_EQ(elementIn(file.xml, "NrKSeFFaKorygowanej"), number);
    EXPECT_EQ(elementIn(file.xml, "P_8B"), "-1");
    EXPECT_EQ(elementIn(file.xml, "P_11"), "-50.00");
    EXPECT_EQ(elementIn(file.xml, "P_13_1"), "-50.00");
    EXPECT_EQ(elementIn(file.xml, "P_14_1"), "-11.50");
    EXPECT_EQ(elementIn(file.xml, "P_15"), "-61.50");
    EXPECT_NE(pdfText("/sales/" + id + "/credit-notes/" + note + ".pdf").find(file.ksefNumber),
              std::string::npos);
}

TEST_F(Ksef, CorrectsToNothingWhatIsCancelled) {
    enable();
    const std::string id = sell(buyer()).textOr("id");
    const std::string number = until("accepted", id).textOr("reference");
    const Answer cancelled = desk.post("/sales/" + id + "/cancel", js("{'reason':'Pomyłka'}"));
    ASSERT_TRUE(hasStatus(cancelled, 200));
    const std::string note = cancelled.json["cancellation"].textOr("creditNoteId");
    EXPECT_EQ(until("accepted", note, "credit_note").textOr("operation"), "cancel");
    const auto file = lastFile();
    EXPECT_EQ(elementIn(file.xml, "RodzajFaktury"), "KOR");
    EXPECT_EQ(elementIn(file.xml, "NrKSeFFaKorygowanej"), number);
    EXPECT_EQ(elementIn(file.xml, "P_15"), "-123.00");
    const auto marks = printed(note);
    ASSERT_EQ(marks.size(), 1U);
    EXPECT_TRUE(marks[0].starts_with(file.ksefNumber)) << marks[0];
}

TEST_F(Ksef, ACorrectionWaitsForTheNumberOfItsInvoice) {
    enable();
    authority.statusWaits = 1;
    const std::string id = sell(buyer()).textOr("id");
    until("submitted", id);
    const std::string note = refund(id);
    std::this_thread::sleep_for(std::chrono::seconds(1));
    EXPECT_EQ(latest(note, "credit_note").textOr("status"), "pending");
    EXPECT_EQ(authority.sent().size(), 1U) << "not before the invoice has its number";
    advance(61);
    const std::string number = until("accepted", id).textOr("reference");
    advance(601);
    EXPECT_EQ(until("accepted", note, "credit_note")["attempts"].integer(), 1);
    EXPECT_EQ(elementIn(lastFile().xml, "NrKSeFFaKorygowanej"), number);
}

TEST_F(Ksef, ACorrectionOfAnOlderInvoiceSaysThatItWasIssuedElsewhere) {
    const std::string id = sell(buyer()).textOr("id");
    enable();
    const std::string note = refund(id);
    until("accepted", note, "credit_note");
    EXPECT_EQ(elementIn(lastFile().xml, "NrKSeFN"), "1");
    EXPECT_EQ(elementIn(lastFile().xml, "NrKSeFFaKorygowanej"), "");
}

TEST_F(Ksef, AnOfflineInvoiceHasTwoCodesAndIsSentLater) {
    const std::string pem = makeKey("/CN=Offline/C=PL", 3650).pem;
    enable(Json::object({{"offline", "offline24"}, {"offlineCertificate", pem}}));
    authority.breakDown = 1;
    const std::string id = sell(buyer()).textOr("id");
    const auto before = printed(id);
    ASSERT_EQ(before.size(), 1U);
    EXPECT_TRUE(before[0].starts_with("OFFLINE | https://qr-test.ksef.mf.gov.pl/invoice/")) << before[0];
    EXPECT_NE(before[0].find(" | CERTYFIKAT | "), std::string::npos) << before[0];
    const std::string paper = pdfText("/sales/" + id + "/invoice.pdf");
    EXPECT_NE(paper.find("OFFLINE"), std::string::npos) << paper;
    EXPECT_NE(paper.find("CERTYFIKAT"), std::string::npos) << paper;
    untilTried(id);
    advance(70);
    const Json accepted = until("accepted", id);
    const auto file = lastFile();
    EXPECT_TRUE(file.offline);
    EXPECT_EQ(accepted["statuses"].at(0).textOr("code"), "offline24");
    expectSignedCode(before[0].substr(before[0].rfind(" | ") + 3), nip, urlDigestOf(file.xml),
                     pem.substr(pem.find("-----BEGIN CERTIFICATE-----")));
    const auto after = printed(id);
    EXPECT_TRUE(after[0].starts_with(file.ksefNumber + " | ")) << after[0];
    EXPECT_NE(after[0].find(" | CERTYFIKAT | "), std::string::npos) << after[0];
}

TEST_F(Ksef, ARefusedOfflineInvoiceIsCorrectedTechnically) {
    enable(Json::object(
        {{"offline", "offline24"}, {"offlineCertificate", makeKey("/CN=Offline/C=PL", 3650).pem}}));
    authority.verdict = 430;
    const std::string id = sell(buyer()).textOr("id");
    until("rejected", id);
    const auto first = lastFile();
    authority.world([&] { authority.verdict = 200; });
    advance(2); // so that the file has another instant
    ASSERT_TRUE(hasStatus(desk.post("/fiscal/submit/sale/" + id, Json::object()), 202));
    until("accepted", id);
    EXPECT_EQ(lastFile().replaced, first.digest);
    EXPECT_NE(lastFile().digest, first.digest);
    EXPECT_TRUE(lastFile().offline);
}

TEST_F(Ksef, NothingIsSentWhileKsefIsOutOfOrder) {
    const std::string pem = makeKey("/CN=Offline/C=PL", 3650).pem;
    for (const char* mode : {"unavailability", "emergency"}) {
        enable(Json::object({{"offline", mode}, {"offlineCertificate", pem}}));
        const std::size_t before = authority.sent().size();
        const std::string id = sell(buyer()).textOr("id");
        std::this_thread::sleep_for(std::chrono::seconds(1));
        EXPECT_EQ(authority.sent().size(), before);
        EXPECT_EQ(latest(id)["attempts"].integer(), 0) << "waiting is no failure";
        enable(Json::object({{"offline", "online"}, {"outageEndedOn", "2020-01-02"}}));
        advance(901);
        const Json accepted = until("accepted", id);
        EXPECT_TRUE(lastFile().offline);
        EXPECT_EQ(accepted["statuses"].at(0).textOr("code"), "late");
        const std::string until = std::string(mode) == "emergency" ? "2020-01-14" : "2020-01-03";
        EXPECT_NE(accepted["statuses"].at(0).textOr("label").find(until), std::string::npos)
            << accepted.dump();
    }
}

TEST_F(Ksef, NothingIsEverSentOfATotalFailure) {
    enable(Json::object({{"offline", "total-failure"}}));
    const std::string id = sell(buyer()).textOr("id");
    EXPECT_EQ(desk.read("/fiscal/submissions/sale/" + id).size(), 0U);
    EXPECT_TRUE(printed(id).empty());
    enable(Json::object({{"offline", "online"}}));
    until("accepted", refund(id), "credit_note");
    EXPECT_EQ(elementIn(lastFile().xml, "NrKSeFN"), "1");
}

TEST_F(Ksef, OfflineInvoicesNeedACertificateOfAnyKind) {
    enable(Json::object({{"offline", "offline24"}}));
    EXPECT_TRUE(
        isRefusal(desk.post("/sales", saleTo(buyer())), 400, "regime-settings-missing:offlineCertificate"));
}

TEST_F(Ksef, ConsumersAreSentOnlyWhereTheCompanyWantsIt) {
    enable();
    const std::string person = buyer("{'name':'Jan Kowalski','country':'PL'}");
    const std::string id = sell(person).textOr("id");
    EXPECT_EQ(desk.read("/fiscal/submissions/sale/" + id).size(), 0U);
    EXPECT_TRUE(
        isRefusal(desk.post("/fiscal/submit/sale/" + desk.make("/sales", js("{'lines':[{'label':'Kawa',"
                                                                            "'quantity':1,'unitPrice':5}],"
                                                                            "'paidInFull':true}"))
                                                         .textOr("id"),
                            Json::object()),
                  400, "sale-not-invoice"));
    enable(Json::object({{"consumers", true}}));
    const std::string told = sell(person).textOr("id");
    until("accepted", told);
    EXPECT_EQ(elementIn(lastFile().xml, "BrakID"), "1");
    EXPECT_NE(lastFile().xml.find("Jan Kowalski"), std::string::npos);
}

TEST_F(Ksef, ForeignBuyersHaveTheirOwnNumbers) {
    enable();
    const std::string german =
        buyer("{'name':'Kunde GmbH','country':'DE','vatNumber':'DE123456789','company':true}");
    until("accepted", desk.make("/sales", saleTo(german, "{'label':'Usługa','quantity':1,'unitPrice':100,"
                                                         "'taxCategory':'AE','taxRate':0,'service':true}"))
                          .textOr("id"));
    EXPECT_EQ(elementIn(lastFile().xml, "KodUE") + elementIn(lastFile().xml, "NrVatUE"), "DE123456789");
    EXPECT_EQ(elementIn(lastFile().xml, "P_12"), "np II");
    EXPECT_EQ(elementIn(lastFile().xml, "P_13_9"), "100.00");
    EXPECT_EQ(elementIn(lastFile().xml, "P_18"), "1");
    const std::string american =
        buyer("{'name':'Buyer Inc','country':'US','registrationNumber':'12-3456789'}");
    until("accepted", desk.make("/sales", saleTo(american, "{'label':'Kawa','quantity':1,'unitPrice':100,"
                                                           "'taxCategory':'G','taxRate':0}"))
                          .textOr("id"));
    EXPECT_EQ(elementIn(lastFile().xml, "NrID"), "12-3456789");
    EXPECT_EQ(elementIn(lastFile().xml, "P_13_6_3"), "100.00");
}

TEST_F(Ksef, OtherCurrenciesHaveTheirTaxInZloty) {
    enable();
    Json sale = saleTo(buyer());
    sale.set("currency", "EUR").set("exchangeRate", Json::number("0.25"));
    until("accepted", desk.make("/sales", sale).textOr("id"));
    EXPECT_EQ(elementIn(lastFile().xml, "KodWaluty"), "EUR");
    EXPECT_EQ(elementIn(lastFile().xml, "P_14_1"), "23.00");
    EXPECT_EQ(elementIn(lastFile().xml, "P_14_1W"), "92.00") << "0.25 euro for a zloty";
    EXPECT_EQ(elementIn(lastFile().xml, "KursWaluty"), "4");
}

TEST_F(Ksef, BooksInAnotherCurrencyNeedTheRateOfTheZloty) {
    desk.change("", js("{'currency':'EUR'}"));
    enable();
    const std::string partner = buyer();
    EXPECT_TRUE(isRefusal(desk.post("/sales", saleTo(partner)), 400, "rate-not-found:EUR:PLN"));
    Json rate = Json::object({{"rate", Json::number("4.2531")}, {"date", desk.today()}});
    EXPECT_EQ(desk.put("/rates/PLN", rate).status / 100, 2);
    until("accepted", sell(partner).textOr("id"));
    EXPECT_EQ(elementIn(lastFile().xml, "KursWaluty"), "4.2531");
    EXPECT_EQ(elementIn(lastFile().xml, "P_14_1"), "23.00");
    EXPECT_EQ(elementIn(lastFile().xml, "P_14_1W"), "97.82");
}

TEST_F(Ksef, WhatKsefWouldRefuseIsNotIssued) {
    enable();
    const auto refused = [&](const Json& sale, const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.post("/sales", sale), 400, code)) << code;
    };
    const std::string business = buyer();
    refused(saleTo(buyer("{'name':'Firma','country':'PL','company':true}")),
            "invoice-incomplete:partner.vatNumber");
    refused(saleTo(buyer("{'name':'Firma','country':'PL','vatNumber':'PL3861610228'}")),
            "invoice-incomplete:partner.vatNumber");
    refused(saleTo(business, "{'label':'Kawa','quantity':1,'unitPrice':5,'taxRate':19}"),
            "invoice-incomplete:lines[0].taxRate");
    refused(saleTo(business, "{'label':'Kawa','quantity':1,'unitPrice':5,'taxRate':0,'taxCategory':'K'}"),
            "invoice-incomplete:partner.vatNumber");
    refused(saleTo(business).set("prepayment", true), "document-unsupported:prepayment");
    refused(saleTo(business).set("currency", "KWD").set("exchangeRate", Json::number("0.08")),
            "currency-unsupported:KWD");
    desk.change("", js("{'address':null}"));
    refused(saleTo(business), "invoice-incomplete:company.address");
    EXPECT_TRUE(authority.sent().empty());
}

TEST_F(Ksef, ExemptSuppliesNameTheirLaw) {
    enable();
    const std::string partner = buyer();
    const auto sellFor = [&](const char* reason) {
        const std::string line = std::string("{'label':'Nauka','quantity':1,'unitPrice':100,'taxRate':0,"
                                             "'taxCategory':'E','taxExemptionReason':'") +
                                 reason + "'}";
        until("accepted", desk.make("/sales", saleTo(partner, line)).textOr("id"));
        return lastFile().xml;
    };
    const std::string xml = sellFor("art. 113 ust. 1");
    EXPECT_EQ(elementIn(xml, "P_12"), "zw");
    EXPECT_EQ(elementIn(xml, "P_19A"), "art. 113 ust. 1");
    EXPECT_EQ(elementIn(xml, "P_13_7"), "100.00");
    EXPECT_EQ(elementIn(sellFor("VATEX-EU-132"), "P_19B"), "art. 132 dyrektywy 2006/112/WE");
}

TEST_F(Ksef, GrossPricesAndDiscountsAddUp) {
    enable();
    Json sale =
        js("{'pricesIncludeTax':true,'discountPercent':10,'lines':[{'label':'Kawa','quantity':3,"
           "'unitPrice':12.3,'taxRate':23},{'label':'Herbata','quantity':1,'unitPrice':10.8,'taxRate':8}]}");
    sale.set("partnerId", buyer()).set("paidInFull", true);
    until("accepted", desk.make("/sales", sale).textOr("id"));
    const std::string xml = lastFile().xml;
    EXPECT_EQ(elementIn(xml, "P_9B"), "12.3");
    EXPECT_EQ(elementIn(xml, "P_10"), "3.69");
    EXPECT_EQ(elementIn(xml, "P_11A"), "33.21");
    EXPECT_EQ(elementIn(xml, "P_13_1"), "27.00");
    EXPECT_EQ(elementIn(xml, "P_14_1"), "6.21");
    EXPECT_EQ(elementIn(xml, "P_13_2"), "9.00");
    EXPECT_EQ(elementIn(xml, "P_14_2"), "0.72");
    EXPECT_EQ(elementIn(xml, "P_15"), "42.93");
    EXPECT_EQ(elementIn(xml, "Zaplacono"), "1");
    EXPECT_EQ(elementIn(xml, "DataZaplaty"), elementIn(xml, "P_1"));
    EXPECT_EQ(elementIn(xml, "FormaPlatnosci"), "1") << "cash";
}

} // namespace
} // namespace svc::test
