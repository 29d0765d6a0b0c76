#include "host/webhooks/routes.hpp"

#include <algorithm>

#include <svc/text.hpp>

#include "host/db/transaction.hpp"
#include "host/webhooks/delivery_queue.hpp"

namespace svc::host::webhooks {
namespace {

using api::companyText;
using api::SqlArgs;

constexpr std::string_view Collection = "webhook-deliveries";
/// Limit of concurrent pings on this host; each waits for its receiver.
constexpr int MostTests = 4;

constexpr std::string_view Columns =
    "id, event_number, event, created_at, state, http_status, duration_ms, attempt, error, next_attempt_at,"
    " attempts, response_excerpt, position";
constexpr std::string_view ReadForTest =
    "SELECT url, nextval('svc.event_number'), secret, key_version,"
    " CASE WHEN previous_until > $3 THEN previous_secret END, previous_key_version"
    " FROM svc.webhook WHERE company_id = $1 AND id = $2";
constexpr std::string_view InsertTest =
    "INSERT INTO svc.webhook_delivery (company_id, id, webhook_id, event_number, position, event, object_id,"
    " body, state, attempt, http_status, duration_ms, error, response_excerpt, attempts, created_at)"
    " VALUES ($1, $2, $3, $4, 0, 'ping', $5, $6, $7, 1, $8, $9, $10, $11, $12, $13)";
constexpr std::string_view FindForReplay =
    "SELECT v.state, v.body IS NOT NULL OR e.position IS NOT NULL FROM svc.webhook_delivery v"
    " LEFT JOIN svc.event e ON e.company_id = v.company_id AND e.position = v.position"
    " AND e.created_at = v.created_at WHERE v.company_id = $1 AND v.webhook_id = $2 AND v.id = $3";
// First attempts for the same object run in the order of their events. `tried` exempts a replay from that
// order: it waits for no other delivery, and none waits for it.
constexpr std::string_view Replay =
    "WITH replayed AS (UPDATE svc.webhook_delivery SET state = 'pending', next_attempt_at = NULL"
    " WHERE company_id = $1 AND webhook_id = $2 AND id = ANY ($3::uuid[])"
    " RETURNING id, created_at, position, object_id, attempt)"
    " INSERT INTO svc.webhook_due AS d (company_id, webhook_id, delivery_id, created_at, position, object_id,"
    " due_at, tried, attempt, first_attempt)"
    " SELECT $1, $2, id, created_at, position, object_id, $4, true, attempt, attempt + 1 FROM replayed"
    " ON CONFLICT (company_id, webhook_id, delivery_id) DO UPDATE SET due_at = excluded.due_at,"
    " tried = true, first_attempt = d.attempt + 1 WHERE NOT d.leased";
constexpr std::string_view FindUnsent =
    "SELECT v.id FROM svc.webhook_delivery v JOIN svc.event e ON e.company_id = v.company_id"
    " AND e.position = v.position AND e.created_at = v.created_at"
    " WHERE v.company_id = $1 AND v.webhook_id = $2 AND v.created_at >= $3 AND v.state IN ('missed', 'exhausted')";

Json integerJson(const db::Rows& rows, std::size_t row, std::size_t column) {
    return rows.isNull(row, column) ? Json(nullptr) : Json(api::integerOf(rows.text(row, column)));
}

Json deliveryRecord(const db::Rows& rows, std::size_t row) {
    return Json::object({{"id", api::idJson("whd", rows.cell(row, 0))},
                         {"eventId", "evt_" + std::string(rows.text(row, 1))},
                         {"event", rows.text(row, 2)},
                         {"date", api::instantJson(rows.cell(row, 3))},
                         {"status", rows.text(row, 4)},
                         {"httpStatus", integerJson(rows, row, 5)},
                         {"durationMs", integerJson(rows, row, 6)},
                         {"attempt", api::integerOf(rows.text(row, 7))},
                         {"error", api::textJson(rows.cell(row, 8))},
                         {"nextAttemptAt", api::instantJson(rows.cell(row, 9))},
                         {"attempts", api::parsedJson(rows.cell(row, 10))},
                         {"responseExcerpt", api::textJson(rows.cell(row, 11))}});
}

// Cursor positions are "<instant> <position> <delivery>".
void addPosition(SqlArgs& args, const std::string& text) {
    const std::vector<std::string_view> parts = split(text, ' ');
    const auto instant = parts.size() == 3 ? parseInt64(parts[0]) : std::nullopt;
    const auto position = parts.size() == 3 ? parseInt64(parts[1]) : std::nullopt;
    if (!instant || !position) {
        throw ApiError(400, "cursor-invalid");
    }
    args.add(Instant(*instant)).add(*position).add(parts[2]);
}

void listDeliveries(http::Exchange& exchange) {
    static const std::string sql =
        "SELECT * FROM (SELECT " + std::string(Columns) +
        " FROM svc.webhook_delivery WHERE company_id = $1 AND webhook_id = $2"
        " ORDER BY created_at DESC, position DESC, id DESC LIMIT 50) recent"
        " WHERE $3::timestamptz IS NULL OR (created_at, position, id) < ($3, $4::bigint, $5::uuid)"
        " ORDER BY created_at DESC, position DESC, id DESC LIMIT $6";
    const FoundWebhook found = findWebhook(exchange);
    const std::string collection = std::string(Collection) + ' ' + found.id.toString();
    const api::CursorPage page = api::cursorPage(exchange, collection);
    SqlArgs args;
    args.add(exchange.work->company().id).add(found.id);
    if (page.position) {
        addPosition(args, *page.position);
    } else {
        args.add(std::nullopt).add(std::nullopt).add(std::nullopt);
    }
    args.add(page.limit + 1);
    const db::Rows rows = exchange.work->db().query(sql, args);
    const std::size_t count = std::min(rows.count(), static_cast<std::size_t>(page.limit));
    Json data = Json::array();
    for (std::size_t row = 0; row < count; ++row) {
        data.push(deliveryRecord(rows, row));
    }
    std::string cursor(exchange.queryValue("cursor").value_or(""));
    if (count > 0) {
        cursor = api::sealCursor(exchange, collection,
                                 std::to_string(api::instantOf(rows.text(count - 1, 3)).micros()) + ' ' +
                                     std::string(rows.text(count - 1, 12)) + ' ' +
                                     std::string(rows.text(count - 1, 0)));
    }
    exchange.reply(
        200,
        Json::object({{"data", std::move(data)}, {"nextCursor", cursor}, {"hasMore", rows.count() > count}}));
}

void replyDelivery(http::Exchange& exchange, const std::string& delivery) {
    static const std::string sql =
        "SELECT " + std::string(Columns) + " FROM svc.webhook_delivery WHERE company_id = $1 AND id = $2";
    const db::Rows rows = exchange.work->db().query(sql, {companyText(exchange), delivery});
    exchange.reply(202, deliveryRecord(rows, 0));
}

void requireEnabled(const FoundWebhook& webhook) {
    if (!webhook.record["enabled"].boolean()) {
        throw ApiError(400, "webhook-disabled");
    }
}

/// The workers are woken only by a commit that wrote events or jobs; a replay is found by their next look.
void replay(http::Exchange& exchange, const Uuid& webhook, const std::vector<std::string>& ids) {
    exchange.work->db().send(Replay, {companyText(exchange), webhook.toString(), auth::arrayText(ids),
                                      exchange.work->now().toSql()});
}

void replayDelivery(http::Exchange& exchange) {
    const FoundWebhook found = findWebhook(exchange, " FOR NO KEY UPDATE");
    const std::string delivery = api::pathId(exchange, "deliveryId", "whd", "delivery-not-found").toString();
    const db::Rows rows =
        exchange.work->db().query(FindForReplay, {companyText(exchange), found.id.toString(), delivery});
    if (rows.empty()) {
        throw ApiError(404, "delivery-not-found");
    }
    requireEnabled(found);
    if (rows.text(0, 1) != "t") {
        throw ApiError(400, "event-expired");
    }
    if (rows.text(0, 0) != "pending") {
        replay(exchange, found.id, {delivery});
    }
    replyDelivery(exchange, delivery);
}

void recover(http::Exchange& exchange) {
    const auto since = Instant::parse(exchange.json->textOr("since"));
    if (!since) {
        throw fieldInvalid("since");
    }
    const FoundWebhook found = findWebhook(exchange, " FOR NO KEY UPDATE");
    requireEnabled(found);
    const db::Rows rows =
        exchange.work->db().query(FindUnsent, {companyText(exchange), found.id.toString(), since->toSql()});
    std::vector<std::string> ids;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        ids.emplace_back(rows.text(row, 0));
    }
    if (!ids.empty()) {
        replay(exchange, found.id, ids);
    }
    exchange.reply(202, Json::object({{"replayed", static_cast<std::int64_t>(ids.size())}}));
}

/// Limits the number of concurrent pings.
class TestSlot {
public:
    explicit TestSlot(std::atomic<int>& count) : count_(count) {
        if (++count_ > MostTests) {
            --count_;
            throw ApiError(503, "not-ready");
        }
    }
    ~TestSlot() { --count_; }
    TestSlot(const TestSlot&) = delete;
    TestSlot& operator=(const TestSlot&) = delete;

private:
    std::atomic<int>& count_;
};

void storeTest(http::Exchange& exchange, const Uuid& webhook, const Uuid& delivery, std::string_view number,
               const std::string& body, const Attempt& attempt) {
    const Outcome& outcome = attempt.outcome;
    SqlArgs args;
    args.add(exchange.work->company().id).add(delivery).add(webhook).add(number);
    args.add(encodeId("whk", webhook)).add(body).add(outcome.success() ? "succeeded" : "failed");
    if (outcome.httpStatus) {
        args.add(static_cast<std::int64_t>(*outcome.httpStatus));
    } else {
        args.add(std::nullopt);
    }
    args.add(outcome.durationMs);
    args.add(outcome.success() ? std::nullopt : std::optional(outcome.error)).add(outcome.excerpt);
    args.add('[' + attemptJson(1, attempt.at, attempt.outcome) + ']').add(attempt.at);
    exchange.work->db().send(InsertTest, args);
}

/// Throws when this host cannot decrypt them: while the master key is changed, another host may have the key.
std::vector<std::string> openSecrets(RouteContext& context, const Uuid& company, const Uuid& webhook,
                                     const db::Rows& rows) {
    std::vector<std::string> secrets;
    try {
        for (const std::size_t column : {std::size_t{2}, std::size_t{4}}) {
            if (const auto sealed = rows.cell(0, column)) {
                const int version = static_cast<int>(api::integerOf(rows.text(0, column + 1)));
                secrets.push_back(context.sealer.open(company, webhook, version, *sealed));
            }
        }
    } catch (const UnknownKey&) {
        throw ApiError(503, "not-ready");
    }
    return secrets;
}

void testWebhook(http::Exchange& exchange, RouteContext& context) {
    UnitOfWork& work = *exchange.work;
    const Uuid webhook = api::pathId(exchange, "id", "whk", "webhook-not-found");
    const TestSlot slot(context.tests);
    // A separate transaction, so that none is open while the receiver is waited for.
    db::Transaction reading(context.services.pool, companyText(exchange));
    const std::string now = context.services.clock.now().toSql();
    const db::Rows rows = reading.query(ReadForTest, {companyText(exchange), webhook.toString(), now});
    reading.commit();
    if (rows.empty()) {
        throw ApiError(404, "webhook-not-found");
    }
    Attempt attempt;
    attempt.at = context.services.clock.now();
    const std::string body = Json::object({{"id", "evt_" + std::string(rows.text(0, 1))},
                                           {"type", "ping"},
                                           {"companyId", encodeId("com", work.company().id)},
                                           {"data", Json::object({{"at", attempt.at.toString()}})}})
                                 .dump();
    attempt.outcome = context.sender.send(
        signedMessage(std::string(rows.text(0, 0)), openSecrets(context, work.company().id, webhook, rows),
                      "ping", rows.text(0, 1), 1, attempt.at, body));
    attempt.end = context.services.clock.now();
    const Uuid delivery = work.newId();
    storeTest(exchange, webhook, delivery, rows.text(0, 1), body, attempt);
    const Outcome& outcome = attempt.outcome;
    exchange.reply(
        200, Json::object({{"deliveryId", encodeId("whd", delivery)},
                           {"success", outcome.success()},
                           {"httpStatus", outcome.httpStatus ? Json(*outcome.httpStatus) : Json(nullptr)},
                           {"durationMs", outcome.durationMs},
                           {"error", outcome.success() ? Json(nullptr) : Json(outcome.error)}}));
}

} // namespace

void addDeliveryHandlers(api::Handlers& handlers, RouteContext& context) {
    handlers["testWebhook"] = [&context](http::Exchange& exchange) { testWebhook(exchange, context); };
    handlers["recoverWebhook"] = recover;
    handlers["listWebhookDeliveries"] = listDeliveries;
    handlers["replayWebhookDelivery"] = replayDelivery;
}

} // namespace svc::host::webhooks
