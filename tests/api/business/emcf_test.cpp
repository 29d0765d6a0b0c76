// Certified invoices in two steps through HTTP: Benin and the Democratic Republic of the Congo, against a
// stand-in of the authority that computes totals by itself.
#include <atomic>
#include <mutex>
#include <ostream>
#include <set>
#include <thread>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

namespace svc::test {
namespace {

struct Country {
    const char* regime;
    const char* code;
    const char* rate;
    const char* settings;
    const char* path;
    const char* confirm;
    const char* cancel;
    const char* codeField;
};

/// For messages of GoogleTest.
std::ostream& operator<<(std::ostream& out, const Country& country) {
    return out << country.regime;
}

std::string nameOf(const ::testing::TestParamInfo<Country>& info) {
    return info.param.code;
}

/// What the authority does wrong.
enum class Fault { None, OtherTotal, LosesSubmission, LosesConfirmation, Refuses, HasTooMany };

/// The authority of one test.
class Dgi {
public:
    Dgi(const Country& country, Fault fault) : country_(country), fault_(fault) {}

    Reaction answer(const Received& request) {
        const std::lock_guard lock(mutex_);
        const std::string rest = request.path.substr(std::string_view(country_.path).size());
        if (rest.empty() && request.body.empty()) {
            return pendingList();
        }
        if (rest.empty()) {
            return submitted(request.json());
        }
        const std::string uid = rest.substr(1, rest.rfind('/') - 1);
        return rest.ends_with(country_.confirm) ? confirmed(uid) : cancelled(uid);
    }
    void mend() {
        const std::lock_guard lock(mutex_);
        fault_ = Fault::None;
    }
    std::vector<Json> requests() const {
        const std::lock_guard lock(mutex_);
        return requests_;
    }
    std::size_t certified() const {
        const std::lock_guard lock(mutex_);
        return certified_;
    }
    std::size_t pending() const {
        const std::lock_guard lock(mutex_);
        return pending_.size();
    }
    std::size_t cancellations() const {
        const std::lock_guard lock(mutex_);
        return cancellations_;
    }

private:
    static Reaction json(const Json& body) {
        return Reaction::status(200, "Content-Type: application/json\r\n", body.dump());
    }
    static Reaction error(const char* code, const char* text) {
        return json(Json::object({{"errorCode", code}, {"errorDesc", text}}));
    }
    static Reaction lost() { return {.text = "no HTTP\r\n\r\n"}; }

    Reaction pendingList() const {
        Json list = Json::array();
        for (const std::string& uid : pending_) {
            list.push(Json::object({{"uid", uid}, {"date", "2026-11-20T10:00:00Z"}}));
        }
        return json(Json::object({{"status", true}, {"pendingRequestsList", std::move(list)}}));
    }
    Reaction submitted(const Json& request) {
        requests_.push_back(request);
        if (fault_ == Fault::Refuses) {
            return error("9", "tax group");
        }
        if (fault_ == Fault::HasTooMany && pending_.size() >= 10) {
            return error("1", "too many");
        }
        const std::string uid = "uid-" + std::to_string(++count_);
        pending_.insert(uid);
        if (fault_ == Fault::LosesSubmission) {
            return lost();
        }
        Decimal total;
        for (const Json& item : request["items"].items()) {
            const Json& price = item["price"];
            total += (price.isString() ? Decimal::parse(price.text()).value() : price.decimal()) *
                     item["quantity"].decimal();
        }
        if (fault_ == Fault::OtherTotal) {
            total += Decimal(1);
        }
        return json(Json::object({{"uid", uid}, {"total", total.normalized()}}));
    }
    Reaction confirmed(const std::string& uid) {
        if (pending_.erase(uid) == 0) {
            return error("20", "unknown or finished");
        }
        ++certified_;
        if (fault_ == Fault::LosesConfirmation) {
            return lost();
        }
        return json(Json::object({{"dateTime", "23/11/2026 13:17:08"},
                                  {"qrCode", "F;IN01000005;QR"},
                                  {country_.codeField, "X537-E4DB-AJUU-HHXN-FWIS-FEKJ"},
                                  {"counters", "64/64 FV"},
                                  {"nim", "IN01000005"}}));
    }
    Reaction cancelled(const std::string& uid) {
        ++cancellations_;
        return pending_.erase(uid) == 0 ? error("20", "unknown or finished") : json(Json::object());
    }

public:
    /// Somebody else's, or ours that we know nothing of any more.
    void havePending(int count) {
        const std::lock_guard lock(mutex_);
        for (int i = 0; i < count; ++i) {
            pending_.insert("old-" + std::to_string(i));
        }
    }

private:
    const Country& country_;
    mutable std::mutex mutex_;
    Fault fault_;
    int count_ = 0;
    std::size_t certified_ = 0;
    std::size_t cancellations_ = 0;
    std::set<std::string> pending_;
    std::vector<Json> requests_;
};

class Emcf : public ::testing::TestWithParam<Country> {
protected:
    ~Emcf() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }
    std::shared_ptr<Dgi> enable(Fault fault = Fault::None) {
        auto dgi = std::make_shared<Dgi>(GetParam(), fault);
        outsideWorld().react([dgi](const Received& request) { return dgi->answer(request); });
        EXPECT_TRUE(hasStatus(
            desk.put("/fiscal/" + std::string(GetParam().regime),
                     Json::object(
                         {{"enabled", true}, {"autoSubmit", true}, {"settings", js(GetParam().settings)}})),
            200));
        return dgi;
    }
    Json sell(bool paid = true) {
        Json sale =
            js("{'lines':[{'label':'Savon','quantity':3,'unitPrice':1000,'taxRate':$1},"
               "{'label':'Riz','quantity':1.5,'unitPrice':333,'taxRate':$1}],'pricesIncludeTax':true}",
               {GetParam().rate});
        sale.set("paidInFull", paid);
        sale.set("partnerId", desk.make("/partners", js("{'name':'Client'}")).textOr("id"));
        return desk.make("/sales", sale);
    }
    Json latest(const std::string& kind, const std::string& id) {
        return desk.read("/fiscal/submissions/" + kind + '/' + id).items().at(0);
    }
    /// The newest submission of a document once it is in a state, or has failed so often.
    Json until(const std::string& status, const std::string& id, const std::string& kind = "sale",
               std::int64_t attempts = 0) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        Json one = latest(kind, id);
        while ((one.textOr("status") != status || one["attempts"].integer() < attempts) &&
               std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            one = latest(kind, id);
        }
        EXPECT_EQ(one.textOr("status"), status) << one.dump();
        return one;
    }

    RunningService& service = serviceWithProvider();
    Desk desk{service, unique("Firm"), GetParam().code};
};

TEST_P(Emcf, CertifiesInTwoSteps) {
    const auto dgi = enable();
    const std::string id = sell().textOr("id");
    const Json accepted = until("accepted", id);
    EXPECT_EQ(accepted.textOr("reference"), "X537-E4DB-AJUU-HHXN-FWIS-FEKJ");
    EXPECT_EQ(accepted.textOr("qrCode"), "F;IN01000005;QR");
    EXPECT_EQ(dgi->certified(), 1U);
    const std::string mark = service.sql(
        "SELECT qr || ' ' || lines::text FROM compliance.mark WHERE document_id = '" + id + '\'')[0];
    EXPECT_NE(mark.find("X537-E4DB"), std::string::npos);
    EXPECT_NE(mark.find("Compteurs: 64/64 FV"), std::string::npos);

    ASSERT_TRUE(hasStatus(desk.post("/sales/" + id + "/refund", js("{'reason':'Cold'}")), 201));
    const Json sale = desk.read("/sales/" + id);
    until("accepted", sale["refunds"].at(0)["creditNote"].textOr("id"), "credit_note");
    ASSERT_EQ(dgi->requests().size(), 2U);
    EXPECT_EQ(dgi->requests()[1]["type"].text(), "FA");
    EXPECT_EQ(dgi->requests()[1]["reference"].text(), "X537E4DBAJUUHHXNFWISFEKJ");
}

TEST_P(Emcf, TakesBackWhatIsCancelled) {
    const auto dgi = enable();
    const std::string id = sell(false).textOr("id");
    until("accepted", id);
    EXPECT_EQ(dgi->requests()[0]["payment"].at(0)["name"].text(), "CREDIT");
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + id + "/cancel", js("{'reason':'Twice'}")), 200));
    const Json taken = until("accepted", id);
    EXPECT_EQ(taken.textOr("operation"), "cancel");
    EXPECT_EQ(dgi->requests().back()["type"].text(), "FA");
}

TEST_P(Emcf, RefusesAnotherTotal) {
    const auto dgi = enable(Fault::OtherTotal);
    const Json rejected = until("rejected", sell().textOr("id"));
    EXPECT_EQ(rejected.textOr("error").rfind("total: ", 0), 0U);
    EXPECT_EQ(dgi->pending(), 0U) << "the pending one is cancelled";
    EXPECT_EQ(dgi->certified(), 0U);
}

TEST_P(Emcf, TellsWhatTheAuthorityRefuses) {
    const auto dgi = enable(Fault::Refuses);
    const std::string id = sell().textOr("id");
    EXPECT_EQ(until("rejected", id).textOr("errorCode"), "9");
    dgi->mend();
    ASSERT_TRUE(hasStatus(desk.post("/fiscal/submit/sale/" + id, Json::object()), 202));
    until("accepted", id);
}

TEST_P(Emcf, CancelsWhatWasLostBeforeItSubmitsAgain) {
    const auto dgi = enable(Fault::LosesSubmission);
    const std::string id = sell().textOr("id");
    until("pending", id, "sale", 1);
    dgi->mend();
    advanceClock(120);
    until("accepted", id);
    EXPECT_EQ(dgi->cancellations(), 1U);
    EXPECT_EQ(dgi->pending(), 0U);
    EXPECT_EQ(dgi->certified(), 1U);
}

TEST_P(Emcf, HoldsForAPersonWhenTheConfirmationIsLost) {
    const auto dgi = enable(Fault::LosesConfirmation);
    const std::string id = sell().textOr("id");
    const Json held = until("held", id);
    EXPECT_EQ(dgi->certified(), 1U);
    dgi->mend();
    advanceClock(3600);
    EXPECT_EQ(latest("sale", id).textOr("status"), "held") << "nobody certifies it twice";
    EXPECT_EQ(dgi->certified(), 1U);
    ASSERT_TRUE(hasStatus(desk.post("/fiscal/submissions/" + held.textOr("id") + "/resolve",
                                    js("{'outcome':'accepted','reference':'SEEN-IN-THE-PORTAL'}")),
                          200));
    EXPECT_EQ(until("accepted", id).textOr("reference"), "SEEN-IN-THE-PORTAL");
}

TEST_P(Emcf, MakesRoomAmongThePending) {
    const auto dgi = enable(Fault::HasTooMany);
    dgi->havePending(10);
    const std::string id = sell().textOr("id");
    EXPECT_EQ(until("pending", id, "sale", 1).textOr("errorCode"), "1");
    advanceClock(120);
    until("accepted", id);
    EXPECT_EQ(dgi->cancellations(), 10U);
}

INSTANTIATE_TEST_SUITE_P(
    Countries, Emcf,
    ::testing::Values(Country{"bj-emcf", "BJ", "18", "{'ifu':'9999900000001','token':'t-1'}", "/invoice",
                              "confirm", "cancel", "codeMECeFDGI"},
                      Country{"cd-edef", "CD", "16", "{'nif':'A1234567B','token':'t-1','isf':'ISF-1'}",
                              "/api/invoice", "CONFIRM", "CANCEL", "codeDEFDGI"}),
    nameOf);

} // namespace
} // namespace svc::test
