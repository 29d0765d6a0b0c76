// The host is killed while a document is sealed, and while an authority certifies it: no chain is torn, and
// nothing is certified twice.
#include <fstream>
#include <map>
#include <sstream>

#include <svc/encoding.hpp>

#include "api/business/readers/certified_documents.hpp"
#include "api/business/readers/dgi.hpp"
#include "api/business/readers/rksv_export.hpp"
#include "api/business/readers/verifactu_agency.hpp"
#include "faults/outside_kills.hpp"
#include "host/db/embedded.hpp"

namespace svc::test {
namespace {

/// A company that survives the host: its desk is opened anew after each start.
class Firm {
public:
    Firm(RunningService& service, const std::string& country)
        : service_(service), facts_(service.createCompany(unique("Firm"), country)) {}

    std::string path(const std::string& below) const {
        return "/companies/" + facts_.textOr("companyId") + below;
    }
    Json read(const std::string& below) const {
        const Answer answer = client().get(path(below));
        EXPECT_TRUE(hasStatus(answer, 200)) << below;
        return answer.json;
    }
    void enable(const std::string& regime, bool sends, const Json& settings) const {
        const Answer answer = client().put(
            path("/fiscal/" + regime),
            Json::object(
                {{"enabled", true}, {"mode", "production"}, {"autoSubmit", sends}, {"settings", settings}}));
        EXPECT_TRUE(hasStatus(answer, 200)) << regime;
    }
    Answer sell() const {
        return client().post(path("/sales"),
                             js("{'lines':[{'label':'Tea','quantity':1,'unitPrice':1000,'taxRate':$1}],"
                                "'pricesIncludeTax':true,'paidInFull':true}",
                                {client().get(path("")).json["defaultTaxRate"].dump()}));
    }
    /// The newest submission of a sale.
    Json latest(const std::string& sale) const { return read("/fiscal/submissions/sale/" + sale).at(0); }
    HttpClient client() const { return service_.client(facts_.textOr("liveKey")); }

private:
    RunningService& service_;
    Json facts_;
};

class FiscalKills : public OutsideKills {
protected:
    std::string makePem() const {
        writeCertificate(folder() / "company.pem", folder() / "company.key");
        std::string pem;
        for (const char* file : {"company.key", "company.pem"}) {
            std::ostringstream text;
            text << std::ifstream(folder() / file).rdbuf();
            pem += text.str();
        }
        return pem;
    }
    /// Sells, and kills the host while the authority is asked at this path.
    std::string sellAndDie(const Firm& firm, const std::string& path) {
        std::string sale;
        killIn(path, [&](Desk&) { sale = firm.sell().json.textOr("id"); });
        EXPECT_FALSE(sale.empty()) << "it was acknowledged before it was sent";
        return sale;
    }
    Json untilStatus(const Firm& firm, const std::string& sale, const std::string& status) {
        Json one = firm.latest(sale);
        for (int round = 0; one.textOr("status") != status && round < 20; ++round) {
            advance("PT3M");
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            one = firm.latest(sale);
        }
        EXPECT_EQ(one.textOr("status"), status) << one.dump();
        return one;
    }
};

class AgencyKills : public FiscalKills {
protected:
    /// A record that came before is a duplicate, as the agency says it.
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
    /// Kills the host while a sale of each firm waits for its table, behind everything that it has written
    /// before.
    void killBefore(const std::vector<std::pair<std::string, const Firm*>>& places) {
        const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
        host::db::ConnectionOptions options;
        options.login = access->owner;
        host::db::Connection owner(options);
        owner.query("BEGIN");
        std::vector<std::thread> selling;
        for (const auto& [table, firm] : places) {
            owner.query("LOCK TABLE " + table + " IN EXCLUSIVE MODE");
            selling.emplace_back([&table = table, firm = firm] {
                try {
                    EXPECT_NE(firm->sell().status, 201) << table;
                } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): the host is gone
                }
            });
        }
        for (const auto& [table, firm] : places) {
            expectWaiting(table);
        }
        service.kill();
        for (std::thread& thread : selling) {
            thread.join();
        }
        try {
            owner.query("ROLLBACK");
        } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): the database went with the host
        }
        service.start();
    }
    void expectWaiting(const std::string& table) const {
        const auto waits = [&] {
            return !service
                        .sql("SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '" + table +
                             "'::regclass")
                        .empty();
        };
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (!waits() && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        EXPECT_TRUE(waits()) << table;
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
    const auto receipts = rksv::chainedReceipts(austrian.read("/fiscal/at-rksv/dep"), "KASSE-1");
    EXPECT_EQ(receipts.size(), 4U) << "the first one and three sales";
    EXPECT_TRUE(austrian.read("/fiscal/journal/verify")["valid"].boolean());
    EXPECT_TRUE(portuguese.read("/fiscal/journal/verify")["valid"].boolean());
    for (const Firm* firm : {&austrian, &portuguese, &spanish}) {
        EXPECT_EQ(firm->read("/sales").size(), 3U) << "those that were acknowledged";
    }
    expectInvariants(service);
}

} // namespace
} // namespace svc::test
