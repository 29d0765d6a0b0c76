// Requests that emit very many events, as the import of a large file does.
#include "host/core/event_publisher.hpp"
#include "host/http/tests/pipeline_fixture.hpp"

namespace svc::host::http {
namespace {

using testing::PipelineTest;

class LargeWrites : public PipelineTest {
protected:
    /// Writes `count` lines of history and events of the document `object`.
    void write(const std::string& object, int count) {
        handlers_["createOrder"] = [object, count](Exchange& exchange) {
            for (int i = 0; i < count; ++i) {
                exchange.work->history("order", object, "changed", "[]");
                exchange.work->emit("orders", "order.created", "order", object,
                                    Json::object({{"number", std::to_string(i)}}));
            }
            EXPECT_LT(exchange.work->events().size(), 1000U);
            exchange.reply(201, order());
        };
        EXPECT_EQ(post(body()).status, 201);
    }
    std::string one(const std::string& sql) {
        db::Transaction transaction(services_.pool, db::testing::SharedCluster::First);
        return std::string(transaction.query(sql, {}).text(0, 0));
    }
};

TEST_F(LargeWrites, EventsWaitInPartsAndThoseOfLaterWritesBehindThem) {
    write("large", 2500);
    write("later", 1);
    EXPECT_EQ(one("SELECT count(*) FROM svc.event WHERE object_id IN ('large', 'later')"), "0");
    EXPECT_EQ(one("SELECT string_agg(cardinality(types)::text, ' ' ORDER BY turn, part) FROM "
                  "svc.event_waiting WHERE company_id = '" +
                  std::string(db::testing::SharedCluster::First) + "'"),
              "1000 1000 500 1");

    EventPublisher(services_).runDue();
    EXPECT_EQ(one("SELECT count(*) FROM svc.event_waiting"), "0");
    EXPECT_EQ(one("SELECT count(*) || ' ' || max(position) - min(position) + 1 || ' ' ||"
                  " (array_agg(object_id ORDER BY position DESC))[1] FROM svc.event"
                  " WHERE object_id IN ('large', 'later')"),
              "2501 2501 later");
    EXPECT_EQ(one("SELECT count(*) FROM (SELECT number < lag(number) OVER (ORDER BY position) AS back,"
                  " object_id = 'large' AND (data::json ->> 'number')::bigint <> row_number() OVER (ORDER BY"
                  " position) - 1 AS moved FROM svc.event WHERE object_id IN ('large', 'later')) e"
                  " WHERE back OR moved"),
              "0");

    write("afterwards", 1);
    EXPECT_EQ(one("SELECT count(*) FROM svc.event WHERE object_id = 'afterwards'"), "1");
}

TEST_F(LargeWrites, HistoryIsWrittenByTheFiveHundred) {
    write("written", 1200);
    EXPECT_EQ(one("SELECT count(*) || ' in ' || count(DISTINCT cmin::text) FROM svc.history"
                  " WHERE document_id = 'written'"),
              "1200 in 3");
    EventPublisher(services_).runDue();
}

} // namespace
} // namespace svc::host::http
