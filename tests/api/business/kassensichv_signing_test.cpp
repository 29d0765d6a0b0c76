// Receipts of a German till and their signatures: from a software TSE and from a cloud TSE.
#include <chrono>
#include <fstream>
#include <functional>
#include <mutex>
#include <thread>

#include <svc/encoding.hpp>

#include "api/business/kassensichv_till.hpp"
#include "support/https_receiver.hpp"

namespace svc::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Number of deadlocks that PostgreSQL has resolved by aborting a transaction.
long deadlocksOf(const RunningService& service) {
    std::ifstream log(service.dataFolder() / "postgres" / "server.log");
    long found = 0;
    for (std::string line; std::getline(log, line);) {
        found += line.find("deadlock detected") == std::string::npos ? 0 : 1;
    }
    return found;
}

class Kassensichv : public ::testing::Test {
protected:
    GermanTill till{serviceWithSoftwareTse()};
};

TEST_F(Kassensichv, ATicketBearsACodeThatVerifies) {
    till.enable();
    const Json sold = till.sell("11.90");
    const std::string id = sold.textOr("id");
    const std::string qr = till.until("accepted", id).textOr("qrCode");
    const Json checked = till.verify(qr);
    EXPECT_EQ(checked.textOr("result"), "valid");
    EXPECT_EQ(checked.textOr("processData"), "Beleg^11.90_0.00_0.00_0.00_0.00^11.90:Bar");
    const std::string lines = till.printed(id);
    EXPECT_NE(lines.find("TSE-Transaktion 1, Signaturz\xc3\xa4hler 3"), std::string::npos) << lines;
    EXPECT_NE(lines.find("Beginn "), std::string::npos);
    EXPECT_FALSE(checked.textOr("till").empty());
    EXPECT_NE(lines.find("Kassen-Seriennummer: " + checked.textOr("till") + '"'), std::string::npos) << lines;
    EXPECT_EQ(
        till.sql("SELECT qr FROM compliance.mark WHERE company_id = $c AND document_id = '" + id + '\''),
        std::vector<std::string>{qr});
    EXPECT_EQ(till.desk().read("/sales/" + id).textOr("fiscalStatus"), "accepted");
    EXPECT_TRUE(till.desk().read("/fiscal/de-kassensichv/outages").empty());
    std::string forged = qr;
    forged.replace(forged.find("11.90:Bar"), 9, "10.90:Bar");
    EXPECT_EQ(till.verify(forged).textOr("result"), "invalid");
    EXPECT_TRUE(
        isRefusal(till.desk().post("/fiscal/verify-receipt", js("{'qr':'V0;x'}")), 400, "field-invalid:qr"));
}

TEST_F(Kassensichv, IsReadyWithoutAutoSubmit) {
    till.enable();
    const std::string told =
        serviceWithSoftwareTse()
            .command({"regimes", "check", "de-kassensichv", "--company", till.desk().value("companyId")})
            .second;
    EXPECT_NE(told.find("  ok       autoSubmit: each document is sent\n"), std::string::npos) << told;
}

TEST_F(Kassensichv, ARefundIsAReceiptOfItsOwn) {
    till.enable();
    const std::string id = till.sell("11.90").textOr("id");
    ASSERT_TRUE(hasStatus(till.desk().post("/sales/" + id + "/refund", js("{'reason':'Cold'}")), 201));
    const Json sale = till.desk().read("/sales/" + id);
    const std::string note = sale["refunds"].at(0)["creditNote"].textOr("id");
    const Json checked = till.verify(till.until("accepted", note, "credit_note").textOr("qrCode"));
    EXPECT_EQ(checked.textOr("processData"), "Beleg^-11.90_0.00_0.00_0.00_0.00^-11.90:Bar");
    EXPECT_EQ(checked["transaction"].integer(), 2);
}

TEST_F(Kassensichv, ManySellAtOnce) {
    constexpr int Clients = 8;
    constexpr int Sales = 3;
    const long deadlocks = deadlocksOf(serviceWithSoftwareTse());
    till.enable();
    const std::string liveKey = till.desk().value("liveKey");
    const std::string path = till.desk().path("/sales");
    std::vector<std::thread> threads;
    for (int i = 0; i < Clients; ++i) {
        threads.emplace_back([&] {
            HttpClient client = serviceWithSoftwareTse().client(liveKey);
            client.askAgain();
            for (int sale = 0; sale < Sales; ++sale) {
                EXPECT_EQ(
                    client
                        .post(path, js("{'lines':[{'label':'Tee','quantity':1,'unitPrice':1,'taxRate':19}],"
                                       "'pricesIncludeTax':true,'paidInFull':true}"))
                        .status,
                    201);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(deadlocksOf(serviceWithSoftwareTse()), deadlocks) << "all lock the number before the till";
    till.untilAllAnswered();
    EXPECT_EQ(till.sql("SELECT count(*), count(DISTINCT s.transaction), max(s.transaction), count(DISTINCT"
                       " s.counter) FROM de_kassensichv.signature s WHERE company_id = $c"),
              std::vector<std::string>{"24|24|24|24"});
    EXPECT_EQ(till.sql("SELECT max(sequence) FROM de_kassensichv.receipt WHERE company_id = $c"),
              std::vector<std::string>{"24"});
}

TEST_F(Kassensichv, TheTillIsOpenedAndClosedWhileOthersSell) {
    constexpr int Rounds = 6;
    till.enable();
    const std::string liveKey = till.desk().value("liveKey");
    const auto act = [&](const std::function<void(HttpClient&)>& once) {
        HttpClient client = serviceWithSoftwareTse().client(liveKey);
        client.askAgain();
        for (int i = 0; i < Rounds; ++i) {
            once(client);
        }
    };
    const auto post = [&](HttpClient& client, const std::string& below, const Json& body) {
        const Answer answer = client.post(till.desk().path(below), body);
        EXPECT_TRUE(hasStatus(answer, 201));
        return answer.json;
    };
    const std::string wallet = till.wallet();
    const std::string partner = till.desk().make("/partners", js("{'name':'Hotel'}")).textOr("id");
    std::vector<std::thread> threads;
    threads.emplace_back(act, [&](HttpClient& client) {
        const Json session =
            post(client, "/cash-sessions", js("{'walletId':'$1','openingAmount':0}", {wallet}));
        EXPECT_TRUE(
            hasStatus(client.post(till.desk().path("/cash-sessions/" + session.textOr("id") + "/close"),
                                  js("{'countedAmount':10,'depositToWalletId':'$1','leaveAmount':0}",
                                     {till.desk().value("bankWalletId")})),
                      200));
    });
    threads.emplace_back(act, [&](HttpClient& client) {
        post(client, "/sales",
             js("{'lines':[{'label':'Tee','quantity':1,'unitPrice':1,'taxRate':19}],"
                "'pricesIncludeTax':true,'paidInFull':true}"));
    });
    threads.emplace_back(act, [&](HttpClient& client) {
        const Json sale = post(client, "/sales",
                               js("{'partnerId':'$1','lines':[{'label':'Tee','quantity':1,'unitPrice':2,"
                                  "'taxRate':19}],'pricesIncludeTax':true}",
                                  {partner}));
        post(client, "/sales/" + sale.textOr("id") + "/payments",
             js("{'walletId':'$1','amount':2,'method':'cash'}", {wallet}));
    });
    threads.emplace_back(act, [&](HttpClient& client) {
        post(client, "/transactions", js("{'walletId':'$1','direction':'in','amount':3}", {wallet}));
    });
    for (std::thread& thread : threads) {
        thread.join();
    }
    till.untilClosed(Rounds);
    till.untilAllAnswered();
    expectInvariants(serviceWithSoftwareTse());
}

TEST_F(Kassensichv, RefusesWhatATillCannotRecord) {
    till.enable();
    EXPECT_TRUE(isRefusal(
        till.desk().post("/sales", js("{'lines':[{'label':'Tee','quantity':1,'unitPrice':1,'taxRate':20}],"
                                      "'paidInFull':true}")),
        400, "tax-rate-unsupported:20"));
}

/// A service with a fake cloud TSE, a receiver of the test that stores transactions like the cloud service.
class CloudTill : public ::testing::Test {
protected:
    CloudTill() : receiver_(folder()), service_(options()), till(service_, settings()) {
        receiver_.react([this](const Received& request) {
            const std::lock_guard lock(mutex_);
            return answer(request);
        });
    }
    ~CloudTill() override {
        receiver_.react([](const Received&) { return Reaction{}; });
        std::error_code ignored;
        std::filesystem::remove_all(folder(), ignored);
    }

    enum class Mood {
        Works,
        Out,         ///< executes nothing
        LosesFinish, ///< finishes the transaction, but the answer is lost
        SlowFinish,  ///< the same, with a slow answer
    };
    void become(Mood mood) {
        const std::lock_guard lock(mutex_);
        mood_ = mood;
    }
    struct Transaction {
        int number = 0;
        int revision = 0;
        std::string state;
        int finished = 0; ///< number of requests to finish it
        Json receipt;
    };
    std::vector<Transaction> transactions() {
        const std::lock_guard lock(mutex_);
        std::vector<Transaction> all;
        for (const auto& [path, one] : transactions_) {
            all.push_back(one);
        }
        return all;
    }
    /// Waits until the TSE has got a request to finish a transaction.
    void untilFinishing() {
        const auto end = std::chrono::steady_clock::now() + seconds(20);
        const auto isAsked = [&] {
            const auto all = transactions();
            return !all.empty() && all.back().finished > 0;
        };
        while (!isAsked() && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(milliseconds(50));
        }
        EXPECT_TRUE(isAsked());
    }

private:
    static Reaction json(int status, const Json& body) {
        return Reaction::status(status, "Content-Type: application/json\r\n", body.dump());
    }
    static Reaction lost() { return Reaction{.text = "no HTTP\r\n\r\n"}; }
    Reaction answer(const Received& request) {
        if (mood_ == Mood::Out) {
            return json(503, Json::object());
        }
        if (request.path == "/api/v2/auth") {
            return json(200, js("{'access_token':'t','access_token_expires_at':1}"));
        }
        const std::string path = request.path.substr(0, request.path.find('?'));
        if (request.body.empty()) { // GET
            const auto found = transactions_.find(path);
            return found == transactions_.end() ? json(404, Json::object()) : json(200, shown(found->second));
        }
        const Json body = request.json();
        auto [at, isNew] = transactions_.try_emplace(path);
        Transaction& one = at->second;
        const std::string revision = "tx_revision=" + std::to_string(one.revision + 1);
        if (request.path.find(revision) == std::string::npos) {
            return json(409, Json::object());
        }
        one.number = isNew ? static_cast<int>(transactions_.size()) : one.number;
        ++one.revision;
        one.state = body.textOr("state");
        if (body["schema"].isObject()) {
            one.receipt = body["schema"]["standard_v1"]["receipt"];
        }
        if (one.state == "FINISHED") {
            ++one.finished;
            if (mood_ == Mood::LosesFinish) {
                return lost();
            }
            Reaction slow = json(200, shown(one));
            slow.delay = mood_ == Mood::SlowFinish ? milliseconds(5000) : milliseconds(0);
            return slow;
        }
        return json(200, shown(one));
    }
    /// The data of a receipt that the device signs.
    static std::string dataOf(const Json& receipt) {
        std::string gross;
        for (const Json& one : receipt["amounts_per_vat_rate"].items()) {
            gross += (gross.empty() ? "" : "_") + one.textOr("amount");
        }
        std::string payments;
        for (const Json& one : receipt["amounts_per_payment_type"].items()) {
            payments += (payments.empty() ? "" : "_") + one.textOr("amount") +
                        (one.textOr("payment_type") == "CASH" ? ":Bar" : ":Unbar");
        }
        return "Beleg^" + gross + '^' + payments;
    }
    static Json shown(const Transaction& one) {
        Json told = Json::object({{"state", one.state},
                                  {"number", one.number},
                                  {"latest_revision", one.revision},
                                  {"time_start", 1787078299}});
        if (one.state == "FINISHED") {
            const std::string data = dataOf(one.receipt);
            const std::string number = std::to_string(one.number);
            const std::string counter = std::to_string(2 * one.number);
            told.set("tss_serial_number", "2be721cf1a255afd12626533e251fe7b3e3c8af625b9f12803918a9bb1952867")
                .set("client_serial_number", "TILL-1")
                .set("signature", Json::object({{"value", "c2ln"},
                                                {"algorithm", "ecdsa-plain-SHA256"},
                                                {"counter", counter},
                                                {"public_key", "BAVH"}}))
                .set("log", Json::object({{"timestamp", 1787078300}, {"timestamp_format", "unixTime"}}))
                .set("schema", Json::object({{"raw", Json::object({{"process_type", "Kassenbeleg-V1"},
                                                                   {"process_data", base64Encode(data)}})}}))
                .set("qr_code_data", "V0;TILL-1;Kassenbeleg-V1;" + data + ';' + number + ';' + counter +
                                         ";2026-08-18T18:38:19.000Z;2026-08-18T18:38:20.000Z;"
                                         "ecdsa-plain-SHA256;unixTime;c2ln;BAVH");
        }
        return told;
    }
    static std::filesystem::path folder() {
        return std::filesystem::temp_directory_path() / ("svc-tse-" + std::to_string(::getpid()));
    }
    ServiceOptions options() const {
        ServiceOptions options;
        options.plugins.emplace_back("de-kassensichv");
        options.settings["de-kassensichv"] = "{ baseUrl: \"" + receiver_.url("") + "\" }";
        options.extra = "webhooks: { caFile: \"" + receiver_.certificate().string() + "\" }\n";
        return options;
    }
    static Json settings() {
        return js("{'serialNumber':'TILL-1','tssId':'ae35a829-7bb2-4261-9490-bcf3c8a3dc5e',"
                  "'clientId':'101bd1cd-286c-4c3b-9ae5-43d4fad02f08','apiKey':'k','apiSecret':'s'}");
    }

    std::mutex mutex_;
    Mood mood_ = Mood::Works;
    std::map<std::string, Transaction> transactions_;
    HttpsReceiver receiver_;

protected:
    RunningService service_;
    GermanTill till;
};

TEST_F(CloudTill, SignsLosesAnswersAndGoesOutOfOrder) {
    till.enable();
    EXPECT_EQ(till.desk().read("/fiscal").dump().find("'apiSecret':'s'"), std::string::npos);
    const std::string first = till.sell("11.90").textOr("id");
    EXPECT_EQ(till.until("accepted", first).textOr("qrCode"),
              "V0;TILL-1;Kassenbeleg-V1;Beleg^11.90_0.00_0.00_0.00_0.00^11.90:Bar;1;2;"
              "2026-08-18T18:38:19.000Z;2026-08-18T18:38:20.000Z;ecdsa-plain-SHA256;unixTime;c2ln;BAVH");
    EXPECT_NE(till.printed(first).find("Kassen-Seriennummer: TILL-1\""), std::string::npos);
    ASSERT_EQ(transactions().size(), 1U);
    EXPECT_EQ(transactions()[0].receipt["amounts_per_payment_type"].dump(),
              R"([{"payment_type":"CASH","amount":"11.90","currency_code":"EUR"}])");

    become(Mood::LosesFinish);
    till.until("accepted", till.sell("5").textOr("id"));
    for (const Transaction& one : transactions()) {
        EXPECT_EQ(one.finished, 1) << "an answer that was lost is read";
    }

    become(Mood::Out);
    const std::string unsignedSale = till.sell("7").textOr("id");
    const Json failed = till.until("failed", unsignedSale);
    EXPECT_EQ(failed.textOr("errorCode"), "tse-outage");
    EXPECT_NE(till.printed(unsignedSale).find("TSE ausgefallen"), std::string::npos);
    EXPECT_TRUE(till.desk().read("/fiscal/de-kassensichv/outages").at(0)["endedAt"].isNull());

    become(Mood::Works);
    till.advance("PT2H");
    till.until("accepted", till.sell("8").textOr("id"));
    EXPECT_EQ(till.latest("sale", unsignedSale).textOr("status"), "failed") << "never signed later";
    const Json outages = till.desk().read("/fiscal/de-kassensichv/outages");
    ASSERT_EQ(outages.size(), 1U);
    EXPECT_FALSE(outages.at(0)["endedAt"].isNull());
    EXPECT_EQ(transactions().size(), 3U);

    const Json session = till.openSession("1");
    till.closeSession(session, "{'countedAmount':1}");
    till.untilClosed(1);
    const std::string today = till.desk().today();
    const Answer zip = till.desk().get("/fiscal/de-kassensichv/dsfinvk.zip?from=2026-01-01&to=" + today);
    const ReadExport read = readExport(zip.body);
    int without = 0;
    for (const CsvLine& line : read.of("transactions_tse.csv")) {
        without += line.at("TSE_TA_FEHLER").starts_with("TSE ausgefallen: ") ? 1 : 0;
    }
    EXPECT_EQ(without, 1);
    expectInvariants(service_);
}

TEST_F(CloudTill, AHostThatIsKilledWhileTheDeviceSignsReadsTheSignature) {
    till.enable();
    become(Mood::SlowFinish);
    const std::string id = till.sell("11.90").textOr("id");
    untilFinishing();
    service_.kill();
    become(Mood::Works);
    service_.start();
    HttpClient client = service_.client(till.desk().value("liveKey")); // the host has another port
    const auto read = [&] {
        const Answer answer = client.get(till.desk().path("/fiscal/submissions/sale/" + id));
        return answer.status == 200 && !answer.json.empty() ? answer.json.at(0) : Json::object();
    };
    const auto end = std::chrono::steady_clock::now() + seconds(30);
    while (read().textOr("status") != "accepted" && std::chrono::steady_clock::now() < end) {
        till.advance("PT2M"); // until the lease of the killed host expires
        std::this_thread::sleep_for(milliseconds(500));
    }
    EXPECT_EQ(read().textOr("reference"), "1/2") << read().dump();
    const auto all = transactions();
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].finished, 1) << "it was not finished twice";
    expectInvariants(service_);
}

} // namespace
} // namespace svc::test
