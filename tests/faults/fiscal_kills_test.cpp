// The host is killed while a document is sealed, and while an authority certifies it: no hash chain breaks,
// and nothing is certified twice.
#include <map>

#include "api/business/readers/certified_documents.hpp"
#include "api/business/readers/dgi.hpp"
#include "api/business/readers/rksv_export.hpp"
#include "api/business/readers/verifactu_agency.hpp"
#include "faults/fiscal_kills.hpp"

namespace svc::test {
namespace {

class AgencyKills : public FiscalKills {
protected:
    /// Like the agency, reports a repeated record as a duplicate.
    Reaction answer(const Received& request) override {
        bool fresh = true;
        for (const verifactu::GotRecord& record : verifactu::recordsIn(request.body)) {
            fresh = bytes.emplace(record.number(), record.xml).second && fresh;
            EXPECT_EQ(bytes.at(record.number()), record.xml) << "the same record again";
        }
        return verifactu::answerTo(request, fresh ? verifactu::Right : verifactu::Duplicate, 0);
    }
    std::map<std::string, std::string> bytes;
};

TEST_F(AgencyKills, ARecordIsSentAgainAsItWasAndCountsOnce) {
    const Firm firm(service, "ES");
    firm.enable("es-verifactu", true,
                Json::object({{"nif", "B12345674"},
                              {"producerName", "Maker, S.L."},
                              {"producerNif", "B87654321"},
                              {"certificate", makePem()}}));
    const std::string sale = sellAndDie(firm, verifactu::Address);
    untilStatus(firm, sale, "accepted");
    const std::string next = firm.sell().json.textOr("id");
    untilStatus(firm, next, "accepted");
    EXPECT_EQ(bytes.size(), 2U);
    std::string before;
    for (const auto& [number, xml] : bytes) {
        const verifactu::GotRecord record{.xml = xml};
        EXPECT_EQ(record.hash(), record.computedHash());
        EXPECT_EQ(record.previous(), before);
        before = record.hash();
    }
    expectInvariants(service);
}

class DgiKills : public FiscalKills {
protected:
    Reaction answer(const Received& request) override { return authority.answer(request); }
    void open(const Firm& firm) const {
        firm.enable("bj-emcf", true, js("{'ifu':'9999900000001','token':'t-1'}"));
    }
    dgi::Dgi authority{dgi::Benin};
};

TEST_F(DgiKills, ASubmissionThatWasLostIsCancelledAndSubmittedAnew) {
    const Firm firm(service, "BJ");
    open(firm);
    untilStatus(firm, sellAndDie(firm, dgi::Benin.path), "accepted");
    EXPECT_EQ(authority.certified(), 1U);
    EXPECT_EQ(authority.pending(), 0U) << "nothing is left at the authority";
    EXPECT_EQ(authority.cancellations(), 1U);
    expectInvariants(service);
}

TEST_F(DgiKills, AConfirmationThatWasLostWaitsForAPerson) {
    const Firm firm(service, "BJ");
    open(firm);
    const std::string sale = sellAndDie(firm, "/invoice/uid-1/confirm");
    const Json held = untilStatus(firm, sale, "held");
    advance("PT24H");
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    EXPECT_EQ(firm.latest(sale).textOr("status"), "held");
    EXPECT_EQ(authority.certified(), 1U) << "nobody certifies it twice";
    expectInvariants(service);
}

class PlatformKills : public FiscalKills {
protected:
    Reaction answer(const Received&) override {
        ++certificates;
        return jsonAnswer(
            201, js("{'ncc':'9606123E','reference':'9606123E26000000001','token':'http://fne.example/1',"
                    "'warning':false,'balance_sticker':179,"
                    "'invoice':{'id':'inv-1','items':[{'id':'item-0'}]}}"));
    }
    int certificates = 0;
};

TEST_F(PlatformKills, ACertificateWhoseAnswerWasLostIsNotAskedForAgain) {
    const Firm firm(service, "CI");
    firm.enable("ci-fne", true, js("{'apiKey':'k','pointOfSale':'Plateau','establishment':'Abidjan'}"));
    const std::string sale = sellAndDie(firm, "/external/invoices/sign");
    untilStatus(firm, sale, "held");
    advance("PT24H");
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    EXPECT_EQ(firm.latest(sale).textOr("status"), "held");
    EXPECT_EQ(certificates, 1);
    expectInvariants(service);
}

class SealKills : public FiscalKills {
protected:
    Reaction answer(const Received& request) override {
        return verifactu::answerTo(request, verifactu::Right, 0);
    }
};

TEST_F(SealKills, ADocumentIsSealedWholeOrNotAtAll) {
    const std::string pem = makePem();
    const Firm austrian(service, "AT");
    austrian.enable(
        "at-rksv", false,
        Json::object({{"cashBoxId", "KASSE-1"}, {"trustProvider", "AT1"}, {"signatureKey", pem}}));
    const Firm spanish(service, "ES");
    spanish.enable("es-verifactu", true,
                   Json::object({{"nif", "B12345674"},
                                 {"producerName", "Maker, S.L."},
                                 {"producerNif", "B87654321"},
                                 {"certificate", pem}}));
    const Firm portuguese(service, "PT");
    EXPECT_TRUE(
        hasStatus(portuguese.client().patch(portuguese.path(""), js("{'vatNumber':'PT500000000'}")), 200));
    const auto certified = [](const std::string& series) {
        return Json::object({{"softwareCertificate", "9999"},
                             {"signatureKey", certifiedVectors()["key"].text()},
                             {"series", Json::object({{series, "CSDF7T5H"}})}});
    };
    portuguese.enable("pt-certified", false, certified("X"));
    const std::string missing = portuguese.sell().code(); // names the series
    portuguese.enable("pt-certified", false, certified(missing.substr(missing.rfind('.') + 1)));

    const auto sellInEach = [&] {
        for (const Firm* firm : {&austrian, &portuguese, &spanish}) {
            EXPECT_EQ(firm->sell().status, 201);
        }
    };
    sellInEach();
    killBefore({{"at_rksv.till", &austrian},
                {"pt_certified.series", &portuguese},
                {"es_verifactu.chain", &spanish}});
    sellInEach();
    killBefore({{"compliance.journal_head", &austrian}}); // the last write before the commit
    sellInEach();
    // A sale without answer may exist all the same: when the host dies, the lock is released, and its
    // database session may still execute the statements that it has received. In that case the sale must be
    // sealed.
    const auto madeBy = [](const Firm& firm, std::size_t killed) {
        const std::size_t made = firm.read("/sales").size();
        EXPECT_GE(made, 3U) << "those that were acknowledged";
        EXPECT_LE(made, 3U + killed);
        return made;
    };
    const auto receipts = rksv::chainedReceipts(austrian.read("/fiscal/at-rksv/dep"), "KASSE-1");
    EXPECT_EQ(receipts.size(), 1U + madeBy(austrian, 2)) << "the first one and one a sale";
    madeBy(portuguese, 1);
    madeBy(spanish, 1);
    EXPECT_TRUE(austrian.read("/fiscal/journal/verify")["valid"].boolean());
    EXPECT_TRUE(portuguese.read("/fiscal/journal/verify")["valid"].boolean());
    expectInvariants(service);
}

} // namespace
} // namespace svc::test
