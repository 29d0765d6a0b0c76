// Codes of the life cycle against the published list; the messages that carry them.
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include <svc/json.hpp>

#include "rules/parties.hpp"
#include "status/rules/status_message.hpp"
#include "status/rules/statuses.hpp"
#include "xml/xml_document.hpp"

namespace svc::fr_einvoicing {
namespace {

Json vectors() {
    std::ifstream in(SVC_REGIME_DATA "/status-codes.json");
    return Json::parse(std::string(std::istreambuf_iterator<char>(in), {}));
}

TEST(Statuses, AreThoseOfTheAdministration) {
    const Json all = vectors();
    for (const Json::Member& code : all["codes"].members()) {
        EXPECT_EQ(statusOf(code.name).label, code.value.text()) << code.name;
        const std::string event = all["events"].textOr(code.name);
        const Effect wanted = event == "fiscal.accepted"   ? Effect::Accepted
                              : event == "fiscal.rejected" ? Effect::Rejected
                                                           : Effect::None;
        EXPECT_EQ(statusOf(code.name).effect, wanted) << code.name;
    }
    std::size_t mandatory = 0;
    for (const Json::Member& code : all["codes"].members()) {
        mandatory += statusOf(code.name).isMandatory ? 1U : 0U;
    }
    EXPECT_EQ(mandatory, all["mandatory"].size());
    for (const Json& code : all["mandatory"].items()) {
        EXPECT_TRUE(statusOf(code.text()).isMandatory) << code.text();
    }
    EXPECT_EQ(statusOf("999").label, "");
    EXPECT_EQ(all["who"].textOr(status::Collected), "seller") << "which is why we tell it";
    EXPECT_EQ(all["who"].textOr(status::Refused), "buyer");
}

StatusMessage collected() {
    return {
        .id = "01890a5d-ac96-774b-bcce-b302099a8057",
        .madeAt = "20261125103000",
        .profile = "urn.cpro.gouv.fr:1p0:CDV:invoice",
        .code = "212",
        .invoice = {.number = "INV-1", .date = Date::of(2026, 11, 20).value(), .sellerSiren = "123456782"},
        .sender = {"123456782", "Boulangerie & Fils", "SE"},
        .recipient = {"303265045", "Hôtel des Quais", "BY"},
        .paidOn = Date::of(2026, 11, 24),
        .currency = Currency::of("EUR"),
        .paid = {{Decimal(20), 12000}, {Decimal(55, 1), -1055}}};
}

TEST(StatusMessages, TellWhatWasCollectedByRate) {
    const std::string text = writeStatus(collected());
    const auto document = xml::XmlDocument::parse(text);
    ASSERT_TRUE(document) << text;
    const auto reference = document->root().find("ReferenceReferencedDocument");
    ASSERT_TRUE(reference);
    EXPECT_EQ(reference->textOf("IssuerAssignedID"), "INV-1");
    EXPECT_EQ(reference->textOf("TypeCode"), "380");
    EXPECT_EQ(reference->textOf("ProcessConditionCode"), "212");
    EXPECT_EQ(reference->textOf("ProcessCondition"), "Encaissée");
    EXPECT_EQ(reference->child("FormattedIssueDateTime")->text(), "20261120");
    EXPECT_EQ(reference->child("IssuerTradeParty")->textOf("GlobalID"), "123456782");
    std::string parts;
    reference->child("SpecifiedDocumentStatus")->eachChild("SpecifiedDocumentCharacteristic", [&](auto node) {
        parts += node.textOf("TypeCode") + ' ' + node.textOf("ValueAmount") + ' ' +
                 node.textOf("ValuePercent") + ' ' + node.child("ValueDateTime")->text() + ';';
    });
    EXPECT_EQ(parts, "MEN 120.00 20.00 20261124;MEN -10.55 5.50 20261124;");
    const auto exchanged = document->root().child("ExchangedDocument");
    EXPECT_EQ(exchanged->child("SenderTradeParty")->textOf("RoleCode"), "SE");
    EXPECT_EQ(exchanged->child("RecipientTradeParty")->textOf("GlobalID"), "303265045");
    EXPECT_EQ(exchanged->child("RecipientTradeParty")->child("URIUniversalCommunication")->text(),
              "303265045");
    EXPECT_EQ(document->root().find("GuidelineSpecifiedDocumentContextParameter")->text(),
              "urn.cpro.gouv.fr:1p0:CDV:invoice");
}

TEST(StatusMessages, TellWhyAnInvoiceIsRefusedAndAreReadBack) {
    StatusMessage message = collected();
    message.code = "210";
    message.paid.clear();
    message.paidOn.reset();
    message.reasonCode = "DOUBLON";
    message.reason = "Déjà <reçue>";
    const auto told = readStatuses(writeStatus(message));
    ASSERT_TRUE(told);
    ASSERT_EQ(told->size(), 1U);
    const ToldStatus& one = told->front();
    EXPECT_EQ(one.code, "210");
    EXPECT_EQ(one.label, "Refusée");
    EXPECT_EQ(one.number, "INV-1");
    EXPECT_EQ(one.reasonCode, "DOUBLON");
    EXPECT_EQ(one.reason, "Déjà <reçue>");
    EXPECT_EQ(one.localTime, "2026-11-25 10:30:00");
}

TEST(StatusMessages, OfAnotherKindAreNone) {
    for (const char* text : {"", "{}", "<Invoice/>", "<!DOCTYPE a><a/>"}) {
        EXPECT_FALSE(readStatuses(text)) << text;
    }
    const auto odd =
        readStatuses("<CrossDomainAcknowledgementAndResponse><ExchangedDocument><IssueDateTime>"
                     "<DateTimeString>20261399</DateTimeString></IssueDateTime></ExchangedDocument>"
                     "<AcknowledgementDocument><ReferenceReferencedDocument/>"
                     "</AcknowledgementDocument></CrossDomainAcknowledgementAndResponse>");
    ASSERT_TRUE(odd);
    EXPECT_EQ(odd->at(0).localTime, "") << "no such day";
}

Party party(const std::string& members) {
    const Json told = Json::parse('{' + members + '}');
    return {.name = told.textOr("name"),
            .country = told.textOr("country"),
            .registrationNumber = told.optionalText("registrationNumber"),
            .vatNumber = told.optionalText("vatNumber"),
            .peppolId = told.optionalText("peppolId")};
}

TEST(Parties, AreBusinessesOrConsumers) {
    EXPECT_EQ(buyerOf(std::nullopt), Buyer::Consumer);
    EXPECT_EQ(buyerOf(party(R"("name":"Anne","country":"FR")")), Buyer::Consumer);
    EXPECT_EQ(buyerOf(party(R"("registrationNumber":"303 265 045")")), Buyer::Domestic);
    EXPECT_EQ(buyerOf(party(R"("country":"DE","vatNumber":"DE123456789")")), Buyer::Foreign);
    EXPECT_EQ(buyerOf(party(R"("country":"DE","name":"Anne")")), Buyer::Consumer);
}

TEST(Parties, HaveTheirSirenInOneOfTheirNumbers) {
    EXPECT_EQ(sirenOf(party(R"("registrationNumber":"303 265 045 00012")")), "303265045");
    EXPECT_EQ(sirenOf(party(R"("registrationNumber":"RCS Lille","vatNumber":"FR 40 303265045")")),
              "303265045");
    EXPECT_EQ(sirenOf(party(R"("peppolId":"0225:303265045_COMPTA")")), "303265045");
    EXPECT_EQ(sirenOf(party(R"("peppolId":"9957:FR40303265045")")), "303265045");
    EXPECT_EQ(sirenOf(party(R"("country":"BE","registrationNumber":"303265045")")), "");
    EXPECT_EQ(addressOf(party(R"("vatNumber":"FR40303265045")")), "0225:303265045");
    EXPECT_EQ(addressOf(party(R"("vatNumber":"FR40303265045","peppolId":"0009:30326504500012")")),
              "0009:30326504500012");
}

TEST(Parties, AreNamedAbroadByTheirVatNumberOrCountryAndName) {
    const auto id = [](const std::string& members) {
        const ReportedId one = reportedIdOf(party(members));
        return one.scheme + ' ' + one.value;
    };
    EXPECT_EQ(id(R"("country":"DE","vatNumber":"DE123456789","name":"Hof")"), "0223 DE123456789");
    EXPECT_EQ(id(R"("country":"CH","vatNumber":"CHE1","name":"Uhrenfabrik Zürich AG")"),
              "0227 CHUhrenfabrik Züri");
    EXPECT_EQ(id(R"("country":"FR","registrationNumber":"303265045")"), "0002 303265045");
}

} // namespace
} // namespace svc::fr_einvoicing
