// Submissions are sent to an authority outside of the requesting transaction; the regime decides what a lost
// answer means.
#include <filesystem>
#include <fstream>
#include <thread>

#include <svc/id.hpp>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

class Sending : public ::testing::Test {
protected:
    ~Sending() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }

    void enable(const std::string& regime) {
        ASSERT_TRUE(hasStatus(desk.put("/fiscal/" + regime, js("{'enabled':true}")), 200));
    }
    /// Sets the status of its answers; below 100 it closes the connection without an answer.
    static void authority(int status, int state = 404) {
        outsideWorld().react([status, state](const Received& received) {
            const int code = received.path.ends_with("/state") ? state : status;
            return code < 100 ? Reaction{.text = "no HTTP\r\n\r\n"} : Reaction::status(code);
        });
    }
    void sell() {
        Json sale = smallSale();
        sale.set("partnerId", desk.make("/partners", js("{'name':'$1'}", {unique("P")})).textOr("id"));
        sold_ = desk.make("/sales", sale);
    }
    Json submit() {
        sell();
        const Answer answer = desk.post("/fiscal/submit/sale/" + sold_.textOr("id"), Json::object());
        EXPECT_TRUE(hasStatus(answer, 202));
        return answer.json;
    }
    Json latest() { return desk.read("/fiscal/submissions/sale/" + sold_.textOr("id")).items()[0]; }
    /// The submission, once it has this status and number of attempts.
    Json until(const std::string& status, std::int64_t attempts = 1) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        Json one = latest();
        while ((one.textOr("status") != status || one["attempts"].integer() < attempts) &&
               std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            one = latest();
        }
        EXPECT_EQ(one.textOr("status"), status) << one.dump();
        EXPECT_EQ(one["attempts"].integer(), attempts);
        return one;
    }
    void minutes(int count) {
        service.anonymous().post("/testing/clock",
                                 Json::object({{"advance", "PT" + std::to_string(count) + 'M'}}));
    }
    /// The printed text of the last invoice.
    std::string paper() {
        const Answer pdf = desk.get("/sales/" + sold_.textOr("id") + "/invoice.pdf");
        EXPECT_TRUE(hasStatus(pdf, 200));
        const auto path =
            std::filesystem::temp_directory_path() / ("svc-paper-" + sold_.textOr("id") + ".pdf");
        std::ofstream(path, std::ios::binary) << pdf.body;
        const std::string text = runProgram({"/usr/bin/pdftotext", "-layout", path.string(), "-"}).output;
        std::filesystem::remove(path);
        return text;
    }
    static std::size_t sent() { return outsideWorld().received("/authority").size(); }
    static std::size_t asked() { return outsideWorld().received("/authority/state").size(); }
    /// "1 accepted" for each attempt.
    std::vector<std::string> tries(const Json& submission) {
        return service.sql("SELECT number || ' ' || coalesce(outcome, 'open') FROM compliance.attempt"
                           " WHERE submission_id = '" +
                           decodeId("fsc", submission.textOr("id"))->toString() + "' ORDER BY number");
    }

    RunningService& service = serviceWithProvider();
    Desk desk{service, unique("Firm"), "LU"};

private:
    Json sold_;
};

TEST_F(Sending, EndsWithTheAnswerOfTheAuthority) {
    enable("test-live");
    authority(200);
    const Json one = submit();
    EXPECT_EQ(one.textOr("status"), "pending") << "the request does not wait for the authority";
    const Json accepted = until("accepted");
    EXPECT_EQ(accepted.textOr("reference"), "REF-" + one.textOr("documentNumber"));
    EXPECT_EQ(accepted.textOr("qrCode"), "QR-" + one.textOr("documentNumber"));
    EXPECT_EQ(tries(one), std::vector<std::string>{"1 accepted"});
    EXPECT_EQ(
        service.sql("SELECT convert_from(request, 'UTF8') FROM compliance.attempt WHERE submission_id = '" +
                    decodeId("fsc", one.textOr("id"))->toString() + '\'')[0],
        one.textOr("documentNumber"))
        << "what went out is kept";
    authority(422);
    submit();
    EXPECT_EQ(until("rejected").textOr("error"), "HTTP 422");
}

TEST_F(Sending, PutsTheReferenceOnThePaper) {
    enable("test-live");
    authority(503);
    const Json one = submit();
    const std::string reference = "Test authority: REF-" + one.textOr("documentNumber");
    until("pending");
    EXPECT_EQ(paper().find(reference), std::string::npos);
    authority(200);
    minutes(2);
    until("accepted", 2);
    EXPECT_NE(paper().find(reference), std::string::npos) << paper();
    EXPECT_EQ(service.sql("SELECT qr || ' ' || caption FROM compliance.mark WHERE document_id = '" +
                          one.textOr("documentId") + '\''),
              std::vector<std::string>{"QR-" + one.textOr("documentNumber") + " Test authority"});
}

TEST_F(Sending, BeginsWithTheIssueWhereTheCompanyWantsIt) {
    ASSERT_TRUE(hasStatus(desk.put("/fiscal/test-live", js("{'enabled':true,'autoSubmit':true}")), 200));
    authority(200);
    sell();
    until("accepted");
    const Json ticket =
        desk.make("/sales", js("{'lines':[{'label':'x','quantity':1,'unitPrice':5}],'paidInFull':true}"));
    EXPECT_EQ(desk.read("/fiscal/submissions/sale/" + ticket.textOr("id")).size(), 0U)
        << "the regime takes no tickets";
}

TEST_F(Sending, IsTriedAgainWhenTheAuthorityDidNothing) {
    enable("test-live");
    authority(503);
    const Json one = submit();
    until("pending");
    const std::size_t before = sent();
    authority(200);
    minutes(2);
    until("accepted", 2);
    EXPECT_EQ(sent(), before + 1);
    EXPECT_EQ(tries(one), (std::vector<std::string>{"1 retry", "2 accepted"}));
}

TEST_F(Sending, AsksTheAuthorityBeforeItSendsAgainWhatWasLost) {
    enable("test-live");
    authority(0, 200);
    const Json one = submit();
    until("pending");
    EXPECT_EQ(tries(one), std::vector<std::string>{"1 open"});
    const std::size_t before = sent();
    minutes(2);
    until("accepted", 2);
    EXPECT_EQ(sent(), before) << "the authority had it: it is not sent twice";
    authority(0, 404);
    submit();
    until("pending");
    const std::size_t again = sent();
    authority(200, 404);
    minutes(2);
    until("accepted", 2);
    EXPECT_EQ(sent(), again + 1) << "the authority did not have it";
}

TEST_F(Sending, WaitsForAPersonWhenTheAuthorityCannotBeAsked) {
    enable("test-once");
    authority(0);
    const Json one = submit();
    until("held");
    const std::size_t before = sent();
    minutes(60);
    EXPECT_EQ(sent(), before);
    authority(200);
    ASSERT_TRUE(hasStatus(
        desk.post("/fiscal/submissions/" + one.textOr("id") + "/resolve", js("{'outcome':'resend'}")), 200));
    until("accepted", 2);
    EXPECT_EQ(tries(one), (std::vector<std::string>{"1 held", "2 accepted"}));
}

TEST_F(Sending, RestsWhileTheRegimeIsDisabled) {
    enable("test-live");
    authority(503);
    submit();
    until("pending");
    ASSERT_TRUE(hasStatus(desk.put("/fiscal/test-live", js("{'enabled':false}")), 200));
    authority(200);
    const std::size_t before = sent();
    minutes(10);
    EXPECT_EQ(sent(), before);
    enable("test-live");
    until("accepted", 2);
}

} // namespace
} // namespace svc::test
