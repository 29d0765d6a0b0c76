// Certified invoices in two steps through HTTP: Benin and the Democratic Republic of the Congo, against a
// fake authority that computes the totals independently.
#include <ostream>
#include <thread>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"
#include "api/business/readers/dgi.hpp"

namespace svc::test {
namespace {

using dgi::Dgi;
using dgi::Fault;

struct Country {
    const char* regime;
    const char* code;
    const char* rate;
    const char* settings;
    dgi::Words words;
};

/// For messages of GoogleTest.
std::ostream& operator<<(std::ostream& out, const Country& country) {
    return out << country.regime;
}

std::string nameOf(const ::testing::TestParamInfo<Country>& info) {
    return info.param.code;
}

class Emcf : public ::testing::TestWithParam<Country> {
protected:
    ~Emcf() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }
    std::shared_ptr<Dgi> enable(Fault fault = Fault::None) {
        auto dgi = std::make_shared<Dgi>(GetParam().words, fault);
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
    /// The newest submission of a document, once it has this status and number of attempts.
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
    /// The newest submission of a credit note, once it waits without a failed attempt.
    Json untilPostponed(const std::string& note) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        Json one = latest("credit_note", note);
        while (one["nextAttemptAt"].isNull() && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            one = latest("credit_note", note);
        }
        EXPECT_EQ(one["attempts"].integer(), 0) << one.dump();
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

TEST_P(Emcf, TakesBackWhatWasCancelledWhileItWaited) {
    const auto dgi = enable(Fault::LosesSubmission);
    const std::string id = sell(false).textOr("id");
    until("pending", id, "sale", 1);
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + id + "/cancel", js("{'reason':'Twice'}")), 200));
    dgi->mend();
    advanceClock(120);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (latest("sale", id).textOr("operation") != "cancel" && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    EXPECT_EQ(until("accepted", id).textOr("operation"), "cancel");
    EXPECT_EQ(dgi->requests().back()["type"].text(), "FA");
}

TEST_P(Emcf, TakesACreditNoteAgainThatWasRefused) {
    enable();
    const std::string id = sell().textOr("id");
    until("accepted", id);
    const auto dgi = enable(Fault::Refuses);
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + id + "/refund", js("{'reason':'Cold'}")), 201));
    const std::string note = desk.read("/sales/" + id)["refunds"].at(0)["creditNote"].textOr("id");
    until("rejected", note, "credit_note");
    dgi->mend();
    const std::string path = "/fiscal/submit/credit_note/";
    ASSERT_TRUE(hasStatus(desk.post(path + note, Json::object()), 202));
    until("accepted", note, "credit_note");
    EXPECT_TRUE(isRefusal(desk.post(path + note, Json::object()), 400, "submission-accepted"));
    EXPECT_TRUE(isRefusal(desk.post(path + id, Json::object()), 404, "credit-note-not-found"));
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
    const std::string error = until("pending", id, "sale", 1).textOr("error");
    EXPECT_NE(error.find("the answer to an invoice is lost: "), std::string::npos) << error;
    EXPECT_EQ(error.find("internal-error"), std::string::npos) << error;
    dgi->mend();
    advanceClock(120);
    until("accepted", id);
    EXPECT_EQ(dgi->cancellations(), 1U);
    EXPECT_EQ(dgi->pending(), 0U);
    EXPECT_EQ(dgi->certified(), 1U);
}

TEST_P(Emcf, ARefundWaitsForItsInvoice) {
    const auto dgi = enable(Fault::LosesSubmission);
    const std::string id = sell().textOr("id");
    until("pending", id, "sale", 1);
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + id + "/refund", js("{'reason':'Cold'}")), 201));
    const std::string note = desk.read("/sales/" + id)["refunds"].at(0)["creditNote"].textOr("id");
    EXPECT_EQ(untilPostponed(note).textOr("status"), "pending");
    dgi->mend();
    advanceClock(120);
    until("accepted", id);
    advanceClock(600);
    until("accepted", note, "credit_note");
    EXPECT_EQ(dgi->requests().back()["reference"].text(), "X537E4DBAJUUHHXNFWISFEKJ");
}

TEST_P(Emcf, ARefundOfARefusedInvoiceIsRejected) {
    const auto dgi = enable(Fault::Refuses);
    const std::string id = sell().textOr("id");
    until("rejected", id);
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + id + "/refund", js("{'reason':'Cold'}")), 201));
    const std::string note = desk.read("/sales/" + id)["refunds"].at(0)["creditNote"].textOr("id");
    EXPECT_EQ(until("rejected", note, "credit_note").textOr("error"),
              "reference: the invoice has no code of the authority");
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
                                    js("{'outcome':'accepted','reference':'X537-SEEN-INTH-EPOR-TALX-FEKJ'}")),
                          200));
    EXPECT_EQ(until("accepted", id).textOr("reference"), "X537-SEEN-INTH-EPOR-TALX-FEKJ");
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + id + "/refund", js("{'reason':'Cold'}")), 201));
    until("accepted", desk.read("/sales/" + id)["refunds"].at(0)["creditNote"].textOr("id"), "credit_note");
    EXPECT_EQ(dgi->requests().back()["reference"].text(), "X537SEENINTHEPORTALXFEKJ");
}

TEST_P(Emcf, HoldsForAPersonWhatIsFinishedAfterAnError) {
    const auto dgi = enable(Fault::FinishesLate);
    const std::string id = sell().textOr("id");
    until("held", id);
    dgi->mend();
    advanceClock(3600);
    EXPECT_EQ(latest("sale", id).textOr("status"), "held");
    EXPECT_EQ(dgi->certified(), 1U) << "nobody certifies it twice";
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
    ::testing::Values(Country{"bj-emcf", "BJ", "18", "{'ifu':'9999900000001','token':'t-1'}", dgi::Benin},
                      Country{"cd-edef", "CD", "16", "{'nif':'A1234567B','token':'t-1','isf':'ISF-1'}",
                              dgi::Congo}),
    nameOf);

} // namespace
} // namespace svc::test
