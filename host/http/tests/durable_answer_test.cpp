// What an answer waits for when commits are flushed together.
#include "host/http/tests/pipeline_fixture.hpp"

#include "host/db/flusher.hpp"

namespace svc::host::http::testing {
namespace {

/// On a server that flushes nothing by itself within the time of a test.
class DurableAnswer : public PipelineTest {
protected:
    DurableAnswer() : admin_(db::testing::ScratchCluster::optionsFor(db::testing::shared().superuser())) {
        admin_.query("ALTER SYSTEM SET wal_writer_delay = '10s'");
        admin_.query("SELECT pg_reload_conf()");
        db::ConnectionOptions options =
            db::testing::ScratchCluster::optionsFor(db::testing::shared().access().app);
        options.applicationName = "flusher";
        flusher_ = std::make_unique<db::Flusher>(options);
        services_.flusher = flusher_.get();
    }
    std::string logEnd() {
        return std::string(admin_.query("SELECT pg_current_wal_insert_lsn()").text(0, 0));
    }
    bool isFlushed(const std::string& position) {
        return admin_.query("SELECT pg_current_wal_flush_lsn() >= $1::pg_lsn", {position}).text(0, 0) == "t";
    }
    /// Leaves a commit that was not flushed, like that of a concurrent request.
    static void commitUnflushed() {
        db::Transaction transaction(db::testing::shared().pool(), db::testing::SharedCluster::First);
        transaction.groupCommit();
        transaction.send("UPDATE svc.company_clock SET last_event_position = last_event_position"
                         " WHERE company_id = $1",
                         {db::testing::SharedCluster::First});
        transaction.commit();
    }
    std::uint64_t flushes() const { return flusher_->counters().flushes; }

    db::Connection admin_;
    std::unique_ptr<db::Flusher> flusher_;
};

TEST_F(DurableAnswer, OfAWriteComesWhenItIsOnDisk) {
    const std::uint64_t before = flushes();
    EXPECT_EQ(post(body()).status, 201);
    EXPECT_EQ(flushes(), before + 1);
    EXPECT_EQ(effects(), 1U);
}

TEST_F(DurableAnswer, OfAReadWaitsForWhatItMayHaveSeen) {
    handlers_["listOrders"] = [](Exchange& exchange) {
        exchange.work->db().query("SELECT 1", {});
        exchange.reply(200, Json::array());
    };
    commitUnflushed();
    const std::string end = logEnd();
    EXPECT_FALSE(isFlushed(end));
    EXPECT_EQ(get("/companies/com_1/orders").status, 200);
    EXPECT_TRUE(isFlushed(end));
    const std::uint64_t before = flusher_->counters().waits;
    EXPECT_EQ(get("/companies/com_1/orders").status, 200);
    EXPECT_EQ(flusher_->counters().waits, before) << "there is nothing new";
}

TEST_F(DurableAnswer, OfARefusalWaitsToo) {
    handlers_["createOrder"] = [](Exchange&) { throw ApiError(400, "already-paid"); };
    commitUnflushed();
    const std::string end = logEnd();
    EXPECT_EQ(code(post(body())), "already-paid");
    EXPECT_TRUE(isFlushed(end));
}

TEST_F(DurableAnswer, OfARepetitionWaitsForTheAnswerThatItRepeats) {
    services_.flusher = nullptr;
    EXPECT_EQ(post(body(), {{"Idempotency-Key", key_}}).status, 201);
    services_.flusher = flusher_.get();
    commitUnflushed();
    const std::string end = logEnd();
    EXPECT_EQ(header(post(body(), {{"Idempotency-Key", key_}}), "Idempotent-Replay"), "true");
    EXPECT_TRUE(isFlushed(end));
}

TEST_F(DurableAnswer, IsA503WhenTheFlushIsLostAndTheKeyTellsWhatHappened) {
    handlers_["createOrder"] = [this](Exchange& exchange) {
        createOrder(exchange);
        admin_.query("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                     " WHERE application_name = 'flusher'");
    };
    const Answer lost = post(body(), {{"Idempotency-Key", key_}});
    EXPECT_EQ(lost.status, 503);
    EXPECT_EQ(code(lost), "not-ready");
    const Answer again = post(body(), {{"Idempotency-Key", key_}});
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(header(again, "Idempotent-Replay"), "true") << "this server has not crashed";
    EXPECT_EQ(effects(), 1U);
}

} // namespace
} // namespace svc::host::http::testing
