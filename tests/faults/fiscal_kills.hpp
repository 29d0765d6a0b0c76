// Shared by tests that kill the host of companies with a fiscal regime.
#pragma once

#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "faults/outside_kills.hpp"
#include "host/db/embedded.hpp"

namespace svc::test {

/// A company that outlives the host process: its desk is reopened after each start.
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
    void enable(const std::string& regime, bool sends, const Json& settings,
                const std::string& mode = "production") const {
        const Answer answer = client().put(
            path("/fiscal/" + regime),
            Json::object({{"enabled", true}, {"mode", mode}, {"autoSubmit", sends}, {"settings", settings}}));
        EXPECT_TRUE(hasStatus(answer, 200)) << regime;
    }
    /// Changes the record of the company, which later documents use.
    void change(const Json& record) const { EXPECT_TRUE(hasStatus(client().patch(path(""), record), 200)); }
    void sellTo(const Json& partner) {
        const Answer answer = client().post(path("/partners"), partner);
        EXPECT_TRUE(hasStatus(answer, 201));
        buyer_ = answer.json.textOr("id");
    }
    Answer sell() const {
        Json sale = js("{'lines':[{'label':'Tea','quantity':1,'unitPrice':1000,'taxRate':$1}],"
                       "'pricesIncludeTax':true,'paidInFull':true}",
                       {client().get(path("")).json["defaultTaxRate"].dump()});
        return client().post(path("/sales"), buyer_.empty() ? sale : sale.set("partnerId", buyer_));
    }
    /// The newest submission of a sale.
    Json latest(const std::string& sale) const { return read("/fiscal/submissions/sale/" + sale).at(0); }
    HttpClient client() const { return service_.client(facts_.textOr("liveKey")); }

private:
    RunningService& service_;
    Json facts_;
    std::string buyer_ = {};
};

class FiscalKills : public OutsideKills {
protected:
    using OutsideKills::OutsideKills;

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
    /// Sells, and kills the host while it calls this path of the authority.
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
    /// Kills the host while a sale of each firm waits for a lock on its table, after all of its other writes.
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
        } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): the database ended with the host
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

} // namespace svc::test
