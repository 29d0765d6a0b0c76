// The official sample messages of SdI, and those for which there is no sample.
#include <gtest/gtest.h>

#include "message/rules/message.hpp"
#include "tests/samples.hpp"

namespace svc::it_fatturapa {
namespace {

Message sample(const std::string& kind) {
    const auto message = readMessage(testing::fileText("messages/IT01234567890_11111_" + kind + "_001.xml"));
    EXPECT_TRUE(message) << kind;
    EXPECT_EQ(message ? codeOf(message->kind) : "", kind);
    return message.value_or(Message{});
}

/// A message in the same format, of a kind without a sample.
std::string like(const std::string& root, const std::string& content) {
    return "<ns:" + root +
           " xmlns:ns='http://www.fatturapa.gov.it/sdi/messaggi/v1.0' versione='1.0'>"
           "<IdentificativoSdI>111</IdentificativoSdI>" +
           content + "</ns:" + root + ">";
}

TEST(Messages, NameTheFileTheyAreAbout) {
    for (const char* kind : {"RC", "MC", "NS", "NE", "AT"}) {
        const Message message = sample(kind);
        EXPECT_EQ(message.sdiId, "111");
        EXPECT_EQ(message.fileName, "IT01234567890_11111.xml.p7m");
        EXPECT_EQ(message.messageId, "123456");
    }
}

TEST(Messages, TellOfDelivery) {
    EXPECT_EQ(sample("RC").at, "2013-06-06T12:01:00Z") << "of delivery, not of reception";
    EXPECT_EQ(sample("MC").at, "2013-06-06T12:00:00");
    EXPECT_EQ(sample("MC").text, "Notifica di esempio");
    EXPECT_EQ(sample("AT").text, "Attestazione Trasmissione Fattura di prova");
}

TEST(Messages, TellWhatIsWrong) {
    const Message refused = sample("NS");
    ASSERT_EQ(refused.errors.size(), 1U);
    EXPECT_EQ(refused.errors[0].code, "00100");
    EXPECT_EQ(reasonOf(refused), "00100 Certificato di firma scaduto");
    const auto two =
        readMessage(like("NotificaScarto", "<ListaErrori><Errore><Codice>00305</Codice><Descrizione>a"
                                           "</Descrizione></Errore><Errore><Codice>00400</Codice>"
                                           "<Descrizione>b</Descrizione></Errore></ListaErrori>"));
    ASSERT_TRUE(two);
    EXPECT_EQ(reasonOf(*two), "00305 a; 00400 b");
}

TEST(Messages, TellWhatThePublicBuyerAnswers) {
    const Message accepted = sample("NE");
    EXPECT_FALSE(accepted.refusedByBuyer);
    EXPECT_EQ(accepted.text, "Notifica di esempio");
    const auto refused = readMessage(testing::replaced(
        testing::fileText("messages/IT01234567890_11111_NE_001.xml"), "<Esito>EC01", "<Esito>EC02"));
    ASSERT_TRUE(refused);
    EXPECT_TRUE(refused->refusedByBuyer);
}

TEST(Messages, OfAllKindsAreKnown) {
    const Message answerRefused = sample("SE");
    EXPECT_EQ(answerRefused.errors.at(0).code, "EN00");
    EXPECT_EQ(answerRefused.fileName, "");
    const auto kindOf = [](const std::string& root) {
        const auto message = readMessage(like(root, "<NomeFile>a.xml</NomeFile>"));
        return message ? std::string(codeOf(message->kind)) : "none";
    };
    EXPECT_EQ(kindOf("NotificaDecorrenzaTermini"), "DT");
    EXPECT_EQ(kindOf("MetadatiInvioFile"), "MT");
    EXPECT_EQ(kindOf("NotificaEsitoCommittente"), "EC");
    EXPECT_EQ(kindOf("RicevutaScarto"), "NS");
    EXPECT_EQ(kindOf("RicevutaImpossibilitaRecapito"), "MC");
    EXPECT_EQ(kindOf("AltraCosa"), "none");
}

TEST(Messages, AreRefusedWhenTheyAreNone) {
    for (const char* text : {"", "RC", "<a/>", "<!DOCTYPE a><RicevutaConsegna/>"}) {
        EXPECT_FALSE(readMessage(text)) << text;
    }
    EXPECT_FALSE(readMessage("<RicevutaConsegna><NomeFile>a</NomeFile></RicevutaConsegna>"))
        << "without IdentificativoSdI";
}

} // namespace
} // namespace svc::it_fatturapa
