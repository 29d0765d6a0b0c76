#include "ceiling.hpp"

#include <atomic>
#include <chrono>
#include <iostream>
#include <stdexcept>
#include <thread>

#include "bare_client.hpp"

namespace svc::load {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t Items = 20;

constexpr const char* Schema = R"(
DROP SCHEMA IF EXISTS ceiling CASCADE;
CREATE SCHEMA ceiling;
CREATE TABLE ceiling.sale (company uuid, id uuid, number text, data text, total bigint, PRIMARY KEY (company, id));
CREATE INDEX ON ceiling.sale (company, number);
CREATE TABLE ceiling.line (company uuid, id uuid, sale uuid, data text, net bigint, PRIMARY KEY (company, id));
CREATE TABLE ceiling.movement (company uuid, id uuid, item int, quantity numeric, value bigint, PRIMARY KEY (company, id));
CREATE TABLE ceiling.level (company uuid, item int, quantity numeric, value bigint, PRIMARY KEY (company, item));
CREATE TABLE ceiling.cost (company uuid, item int, quantity numeric, value bigint, PRIMARY KEY (company, item));
CREATE TABLE ceiling.term (company uuid, term text, document uuid, PRIMARY KEY (company, term, document));
CREATE TABLE ceiling.tally (company uuid, place int, documents bigint, total bigint, PRIMARY KEY (company, place))
    WITH (fillfactor = 50);
CREATE TABLE ceiling.payment (company uuid, id uuid, sale uuid, amount bigint, PRIMARY KEY (company, id));
CREATE TABLE ceiling.wallet (company uuid PRIMARY KEY, balance bigint) WITH (fillfactor = 50);
CREATE TABLE ceiling.transaction (company uuid, id uuid, amount bigint, label text, PRIMARY KEY (company, id));
CREATE TABLE ceiling.series (company uuid PRIMARY KEY, last bigint) WITH (fillfactor = 50);
CREATE TABLE ceiling.entry (company uuid, id uuid, number bigint, label text, PRIMARY KEY (company, id));
CREATE TABLE ceiling.entry_line (company uuid, entry uuid, position int, role text, debit bigint, credit bigint,
    PRIMARY KEY (company, entry, position));
CREATE TABLE ceiling.clock (company uuid PRIMARY KEY, last bigint) WITH (fillfactor = 50);
CREATE TABLE ceiling.event (company uuid, number bigint, type text, data text, PRIMARY KEY (company, number));
CREATE TABLE ceiling.history (company uuid, id uuid, action text, PRIMARY KEY (company, id));
CREATE TABLE ceiling.answer (company uuid, key text, body text, PRIMARY KEY (company, key));
CREATE SEQUENCE ceiling.event_number;
INSERT INTO ceiling.wallet SELECT md5(c::text)::uuid, 0 FROM generate_series(1, 64) c;
INSERT INTO ceiling.series SELECT md5(c::text)::uuid, 0 FROM generate_series(1, 64) c;
INSERT INTO ceiling.clock SELECT md5(c::text)::uuid, 0 FROM generate_series(1, 64) c;
INSERT INTO ceiling.level SELECT md5(c::text)::uuid, i, 1000000000, 0 FROM generate_series(1, 64) c, generate_series(1, 20) i;
INSERT INTO ceiling.cost SELECT company, item, quantity, value FROM ceiling.level;
INSERT INTO ceiling.tally SELECT md5(c::text)::uuid, i, 0, 0 FROM generate_series(1, 64) c, generate_series(1, 7) i;
)";

/// The statements of one sale: as many rows as the service writes, in tables with only their primary keys. $1
/// is the company, $2 a text of the same size where there is one.
struct Step {
    static constexpr std::size_t Goods = 1'000'000; ///< as textSize: $2 and $3 are two items
    const char* name;
    const char* sql;
    std::size_t textSize;
};
constexpr Step Steps[] = {
    {"sale", "INSERT INTO ceiling.sale SELECT $1, gen_random_uuid(), 'INV', $2, 3600", 400},
    {"line",
     "INSERT INTO ceiling.line SELECT $1, gen_random_uuid(), gen_random_uuid(), $2, 1200 FROM "
     "generate_series(1, 3)",
     120},
    {"movement",
     "INSERT INTO ceiling.movement SELECT $1, gen_random_uuid(), i, -1, -100 FROM generate_series(1, 2) i",
     0},
    // The search words of the sale and of the cash movement.
    {"term",
     "INSERT INTO ceiling.term SELECT $1, 'word' || i, gen_random_uuid() FROM generate_series(1, 12) i", 0},
    {"payment", "INSERT INTO ceiling.payment SELECT $1, gen_random_uuid(), gen_random_uuid(), 3600", 0},
    {"transaction", "INSERT INTO ceiling.transaction SELECT $1, gen_random_uuid(), 3600, $2", 40},
    {"history", "INSERT INTO ceiling.history SELECT $1, gen_random_uuid(), 'sale.created'", 0},
    // The goods: two of twenty items, as in the sales of the service. Locked in one order, otherwise clients
    // of a company would deadlock.
    {"level",
     "UPDATE ceiling.level l SET quantity = quantity - 1, value = value - 100 FROM (SELECT item FROM "
     "ceiling.level"
     " WHERE company = $1 AND item IN ($2, $3) ORDER BY item FOR NO KEY UPDATE) x"
     " WHERE l.company = $1 AND l.item = x.item",
     Step::Goods},
    {"cost",
     "UPDATE ceiling.cost SET quantity = quantity - 1, value = value - 100 WHERE company = $1 AND item IN "
     "($2, $3)",
     Step::Goods},
    // Counters of sales and of movements by day and month.
    {"tally",
     "INSERT INTO ceiling.tally AS t SELECT $1, i, 1, 3600 FROM generate_series(1, 7) i"
     " ON CONFLICT (company, place) DO UPDATE SET documents = t.documents + 1, total = t.total + "
     "excluded.total",
     0},
    {"wallet", "UPDATE ceiling.wallet SET balance = balance + 3600 WHERE company = $1", 0},
    {"entry",
     "WITH n AS (UPDATE ceiling.series SET last = last + 3 WHERE company = $1 RETURNING last)"
     " INSERT INTO ceiling.entry SELECT $1, gen_random_uuid(), n.last, $2 FROM n, generate_series(1, 3)",
     40},
    {"entry_line",
     "INSERT INTO ceiling.entry_line SELECT $1, gen_random_uuid(), i, 'customer', 100, 0 FROM "
     "generate_series(1, 8) i",
     0},
    {"event",
     "WITH n AS (UPDATE ceiling.clock SET last = last + 2 WHERE company = $1 RETURNING last)"
     " INSERT INTO ceiling.event SELECT $1, nextval('ceiling.event_number'), 'sale.created', $2"
     " FROM n, generate_series(1, 2)",
     700},
    {"answer", "INSERT INTO ceiling.answer SELECT $1, gen_random_uuid()::text, $2", 1800},
};

std::string companyOf(unsigned number) {
    // md5(number::text)::uuid, computed by the server once per connection.
    return "md5('" + std::to_string(number + 1) + "')";
}

void sellUntil(const std::string& text, unsigned company, std::size_t first, Clock::time_point end,
               std::atomic<long>& sold) {
    const Session connection = connect(text);
    for (const Step& step : Steps) {
        PQclear(PQprepare(connection.get(), step.name, step.sql, 0, nullptr));
    }
    const SessionResult id(PQexec(connection.get(), ("SELECT " + companyOf(company) + "::uuid").c_str()),
                           &PQclear);
    const std::string uuid = PQgetvalue(id.get(), 0, 0);
    const std::string filler(2000, 'x');
    PQenterPipelineMode(connection.get());
    for (std::size_t number = first; Clock::now() < end; ++number) {
        const std::string item = std::to_string(number % Items + 1);
        const std::string other = std::to_string((number + 7) % Items + 1);
        PQsendQueryParams(connection.get(), "BEGIN", 0, nullptr, nullptr, nullptr, nullptr, 0);
        for (const Step& step : Steps) {
            const bool goods = step.textSize == Step::Goods;
            const std::string second = goods ? item : filler.substr(0, step.textSize);
            const char* values[] = {uuid.c_str(), second.c_str(), other.c_str()};
            const int count = goods ? 3 : (step.textSize == 0 ? 1 : 2);
            PQsendQueryPrepared(connection.get(), step.name, count, values, nullptr, nullptr, 0);
        }
        PQsendQueryParams(connection.get(), "COMMIT", 0, nullptr, nullptr, nullptr, nullptr, 0);
        PQpipelineSync(connection.get());
        drain(connection.get());
        ++sold;
    }
}

long perSecond(long count, Clock::time_point start) {
    const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
    return micros == 0 ? 0 : count * 1'000'000 / micros;
}

} // namespace

Ceiling::Ceiling(std::string owner) : owner_(std::move(owner)) {
    execute(connect(owner_).get(), Schema);
}

Ceiling::~Ceiling() {
    try {
        execute(connect(owner_).get(), "DROP SCHEMA IF EXISTS ceiling CASCADE");
    } catch (const std::exception&) {
        // The cluster is temporary, so leftovers do not matter.
        return;
    }
}

Ceiling::Sold Ceiling::sell(unsigned clients, unsigned companies, double seconds) const {
    std::atomic<long> sold{0};
    const Clock::time_point start = Clock::now();
    const auto end = start + std::chrono::microseconds(static_cast<long>(seconds * 1e6));
    std::vector<std::thread> threads;
    for (unsigned client = 0; client < clients; ++client) {
        threads.emplace_back([&, client] {
            try {
                sellUntil(owner_, client % companies, client, end, sold);
            } catch (const std::exception& error) {
                std::cerr << "the ceiling lost a client: " << error.what() << '\n';
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return {perSecond(sold.load(), start), sold.load()};
}

long Ceiling::readsPerSecond(const std::string& connectionText, const std::string& prologue,
                             const std::string& sql, const std::vector<std::string>& parameters,
                             unsigned clients, double seconds) {
    std::atomic<long> reads{0};
    const Clock::time_point start = Clock::now();
    const auto end = start + std::chrono::microseconds(static_cast<long>(seconds * 1e6));
    std::vector<std::thread> threads;
    for (unsigned client = 0; client < clients; ++client) {
        threads.emplace_back([&, client] {
            const Session connection = connect(connectionText);
            execute(connection.get(), prologue);
            PQclear(PQprepare(connection.get(), "read", sql.c_str(), 0, nullptr));
            for (std::size_t i = client; Clock::now() < end; ++i) {
                const char* values[] = {parameters[i % parameters.size()].c_str()};
                const SessionResult result(
                    PQexecPrepared(connection.get(), "read", 1, values, nullptr, nullptr, 0), &PQclear);
                if (PQresultStatus(result.get()) != PGRES_TUPLES_OK) {
                    throw std::runtime_error(PQerrorMessage(connection.get()));
                }
                ++reads;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return perSecond(reads.load(), start);
}

} // namespace svc::load
