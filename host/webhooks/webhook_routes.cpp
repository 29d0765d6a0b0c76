#include "host/webhooks/routes.hpp"

#include <algorithm>
#include <chrono>

#include <svc/text.hpp>

#include "host/api/key_records.hpp"
#include "host/api/security_notices.hpp"
#include "host/db/transaction.hpp"
#include "host/webhooks/delivery_queue.hpp"

namespace svc::host::webhooks {
namespace {

using api::companyText;
using api::SqlArgs;

// A name server that is slow must not hold the request; the address is checked again at each delivery.
constexpr std::chrono::seconds LookUpLimit{3};

constexpr std::string_view Count = "SELECT count(*) FROM svc.webhook WHERE company_id = $1";
constexpr std::string_view Insert =
    "INSERT INTO svc.webhook (company_id, id, url, events, description, api_version, secret, key_version,"
    " created_at, updated_at, created_by_kind, created_by_id)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11)";
constexpr std::string_view Update =
    "UPDATE svc.webhook SET url = $3, events = $4, description = $5, version = version + 1, updated_at = $6"
    " WHERE company_id = $1 AND id = $2";
constexpr std::string_view Enable =
    "UPDATE svc.webhook SET enabled = true, disabled_reason = NULL, disabled_at = NULL,"
    " consecutive_failures = 0 WHERE company_id = $1 AND id = $2";
constexpr std::string_view Disable =
    "UPDATE svc.webhook SET enabled = false, disabled_reason = 'user', disabled_at = $3"
    " WHERE company_id = $1 AND id = $2 AND enabled";
// What waits is missed. Skips rows whose outcome is being recorded: that transaction waits for the webhook's
// row, and then does the same with its rows itself.
constexpr std::string_view MissDue =
    "WITH waiting AS (DELETE FROM svc.webhook_due WHERE (company_id, webhook_id, delivery_id) IN"
    " (SELECT company_id, webhook_id, delivery_id FROM svc.webhook_due WHERE company_id = $1"
    " AND webhook_id = ANY ($2::uuid[]) FOR UPDATE SKIP LOCKED) RETURNING delivery_id, created_at)"
    " UPDATE svc.webhook_delivery v SET state = 'missed', next_attempt_at = NULL FROM waiting"
    " WHERE v.company_id = $1 AND v.id = waiting.delivery_id AND v.created_at = waiting.created_at";
constexpr std::string_view Delete = "DELETE FROM svc.webhook WHERE company_id = $1 AND id = ANY ($2::uuid[])";
constexpr std::string_view FindByUrl =
    "SELECT id FROM svc.webhook WHERE company_id = $1 AND url = $2 ORDER BY id FOR UPDATE";
constexpr std::string_view Rotate =
    "UPDATE svc.webhook SET previous_secret = CASE WHEN $6::timestamptz IS NOT NULL THEN secret END,"
    " previous_key_version = CASE WHEN $6::timestamptz IS NOT NULL THEN key_version END,"
    " previous_until = $6, secret = $3, key_version = $4, version = version + 1, updated_at = $5"
    " WHERE company_id = $1 AND id = $2";

Json webhookRecord(const db::Rows& rows, std::size_t row) {
    Json record = Json::object(
        {{"id", api::idJson("whk", rows.cell(row, 0))},
         {"url", rows.text(row, 1)},
         {"events", Json(api::wordsOf(rows.cell(row, 2)))},
         {"description", api::textJson(rows.cell(row, 3))},
         {"enabled", api::boolJson(rows.text(row, 4))},
         {"disabledReason", api::textJson(rows.cell(row, 5))},
         {"disabledAt", api::instantJson(rows.cell(row, 6))},
         {"apiVersion", rows.text(row, 7)},
         {"consecutiveFailures", api::integerOf(rows.text(row, 8))},
         {"lastDeliveryAt", api::instantJson(rows.cell(row, 9))},
         {"lastStatus", rows.isNull(row, 10) ? Json(nullptr) : Json(api::integerOf(rows.text(row, 10)))}});
    api::addCommon(record, rows, row, 11);
    return record;
}

/// Throws webhook-url:private-address. A name that does not resolve is accepted: its record may not exist
/// yet.
std::string checkedUrl(const RouteContext& context, const std::string& text) {
    const auto url = parseHookUrl(text);
    bool good = url && context.policy.permits(*url);
    if (good) {
        const net::Resolution resolution =
            net::resolve(url->host, url->port, std::chrono::steady_clock::now() + LookUpLimit);
        good = std::all_of(
            resolution.addresses.begin(), resolution.addresses.end(), [&](const sockaddr_storage& address) {
                return context.policy.permits(*url, reinterpret_cast<const sockaddr*>(&address));
            });
    }
    if (!good) {
        throw ApiError(400, "webhook-url", {"private-address"});
    }
    return text;
}

std::string checkedEvents(const http::Exchange& exchange, const Json& wanted) {
    std::vector<std::string> patterns;
    for (const Json& entry : wanted.items()) {
        const std::string pattern(trim(entry.text()));
        if (!exchange.work->services().catalogue.matchesAnyType(pattern)) {
            throw unknownName(400, "event-unknown", pattern);
        }
        if (std::find(patterns.begin(), patterns.end(), pattern) == patterns.end()) {
            patterns.push_back(pattern);
        }
    }
    return auth::arrayText(patterns);
}

void listWebhooks(http::Exchange& exchange) {
    static const std::string sql =
        "SELECT " + std::string(WebhookColumns) +
        " FROM svc.webhook WHERE company_id = $1 ORDER BY created_at DESC, id DESC";
    const db::Rows rows = exchange.work->db().query(sql, {companyText(exchange)});
    Json records = Json::array();
    for (std::size_t row = 0; row < rows.count(); ++row) {
        records.push(webhookRecord(rows, row));
    }
    api::replyArray(exchange, std::move(records));
}

Json readWebhook(http::Exchange& exchange, const Uuid& id, std::string_view lock) {
    const std::string sql = "SELECT " + std::string(WebhookColumns) +
                            " FROM svc.webhook WHERE company_id = $1 AND id = $2" + std::string(lock);
    const db::Rows rows = exchange.work->db().query(sql, {companyText(exchange), id.toString()});
    if (rows.empty()) {
        throw ApiError(404, "webhook-not-found");
    }
    return webhookRecord(rows, 0);
}

void createWebhook(http::Exchange& exchange, RouteContext& context) {
    const Json& body = *exchange.json;
    UnitOfWork& work = *exchange.work;
    const std::string url = checkedUrl(context, std::string(trim(body.textOr("url"))));
    const std::string events = checkedEvents(exchange, body["events"]);
    api::lockCompany(exchange);
    work.checkPlan("webhooks", api::integerOf(work.db().query(Count, {companyText(exchange)}).text(0, 0)));
    const Uuid id = work.newId();
    const std::string secret = SecretSealer::make();
    const std::string& pinned = exchange.caller.apiVersion;
    SqlArgs args;
    args.add(work.company().id).add(id).add(url).add(events).add(body.optionalText("description"));
    args.add(pinned.empty() ? std::string(api::CurrentVersion) : pinned);
    args.add(context.sealer.seal(work.company().id, id, secret));
    args.add(std::int64_t{context.sealer.newest()}).add(work.now());
    args.add(work.actor().kindText()).add(work.actor().id);
    work.db().send(Insert, args);
    work.history("webhook", encodeId("whk", id), "webhook.created", "[]");
    Json record = readWebhook(exchange, id, {});
    record.add("secret", Json(secret));
    api::replyRecord(exchange, 201, record);
}

void updateWebhook(http::Exchange& exchange, RouteContext& context) {
    const Json& body = *exchange.json;
    UnitOfWork& work = *exchange.work;
    const std::string url =
        body["url"].isNull() ? std::string() : checkedUrl(context, std::string(trim(body.textOr("url"))));
    const FoundWebhook found = findWebhook(exchange, " FOR NO KEY UPDATE");
    api::checkVersion(exchange, found.record["version"].integer());
    const Json& events = body["events"].isArray() ? body["events"] : found.record["events"];
    if (!url.empty() || (body["enabled"].isBoolean() && !body["enabled"].boolean())) {
        context.changing(work.db(), work.company().id, found.id);
    }
    SqlArgs args;
    args.add(work.company().id).add(found.id).add(url.empty() ? found.record.textOr("url") : url);
    args.add(body["events"].isArray() ? checkedEvents(exchange, events) : auth::arrayText([&] {
        std::vector<std::string> kept;
        for (const Json& entry : events.items()) {
            kept.push_back(entry.text());
        }
        return kept;
    }()));
    args.add(body.contains("description") ? body.optionalText("description")
                                          : found.record.optionalText("description"));
    args.add(work.now());
    work.db().send(Update, args);
    if (body["enabled"].isBoolean()) {
        if (body["enabled"].boolean()) {
            work.db().send(Enable, {companyText(exchange), found.id.toString()});
        } else {
            work.db().send(Disable, {companyText(exchange), found.id.toString(), work.now().toSql()});
            DeliveryQueue::missWaiting(work.db(), work.company().id, found.id);
        }
    }
    const Json after = readWebhook(exchange, found.id, {});
    work.history("webhook", encodeId("whk", found.id), "webhook.updated",
                 api::changesBetween(found.record, after).dump());
    api::replyRecord(exchange, 200, after);
}

void remove(http::Exchange& exchange, RouteContext& context, const std::vector<std::string>& ids) {
    UnitOfWork& work = *exchange.work;
    for (const std::string& id : ids) {
        context.changing(work.db(), work.company().id, Uuid::parse(id).value_or(Uuid()));
    }
    const std::string all = auth::arrayText(ids);
    // Locks the webhook first, like claims do, and its queue afterwards.
    work.db().send(Delete, {companyText(exchange), all});
    work.db().send(MissDue, {companyText(exchange), all});
    for (const std::string& id : ids) {
        work.history("webhook", encodeId("whk", Uuid::parse(id).value_or(Uuid())), "webhook.deleted", "[]");
    }
    api::replyEmpty(exchange, 204);
}

void deleteByUrl(http::Exchange& exchange, RouteContext& context) {
    const std::string url(trim(exchange.queryValue("url").value_or("")));
    const db::Rows rows = exchange.work->db().query(FindByUrl, {companyText(exchange), url});
    if (rows.empty()) {
        throw ApiError(404, "webhook-not-found");
    }
    std::vector<std::string> ids;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        ids.emplace_back(rows.text(row, 0));
    }
    remove(exchange, context, ids);
}

void rotateSecret(http::Exchange& exchange, RouteContext& context) {
    UnitOfWork& work = *exchange.work;
    const FoundWebhook found = findWebhook(exchange, " FOR NO KEY UPDATE");
    context.changing(work.db(), work.company().id, found.id);
    const std::string secret = SecretSealer::make();
    const std::int64_t overlap = api::overlapSeconds(exchange) * Instant::Second;
    const std::optional<std::string> until =
        overlap == 0 ? std::nullopt : std::optional((work.now() + overlap).toSql());
    work.db().send(Rotate, {companyText(exchange), found.id.toString(),
                            context.sealer.seal(work.company().id, found.id, secret),
                            std::to_string(context.sealer.newest()), work.now().toSql(), until});
    work.history("webhook", encodeId("whk", found.id), "webhook.rotated", "[]");
    api::tellOwners(context.mail, work, api::SecurityChange::WebhookSecretRotated,
                    found.record.textOr("url"));
    exchange.reply(200, Json::object({{"id", encodeId("whk", found.id)}, {"secret", secret}}));
}

} // namespace

FoundWebhook findWebhook(http::Exchange& exchange, std::string_view lock) {
    const Uuid id = api::pathId(exchange, "id", "whk", "webhook-not-found");
    return {id, readWebhook(exchange, id, lock)};
}

void addWebhookHandlers(api::Handlers& handlers, RouteContext& context) {
    handlers["listWebhooks"] = listWebhooks;
    handlers["createWebhook"] = [&context](http::Exchange& exchange) { createWebhook(exchange, context); };
    handlers["deleteWebhooksByUrl"] = [&context](http::Exchange& exchange) {
        deleteByUrl(exchange, context);
    };
    handlers["readWebhook"] = [](http::Exchange& exchange) {
        api::replyRecord(exchange, 200, findWebhook(exchange).record);
    };
    handlers["updateWebhook"] = [&context](http::Exchange& exchange) { updateWebhook(exchange, context); };
    handlers["deleteWebhook"] = [&context](http::Exchange& exchange) {
        remove(exchange, context, {findWebhook(exchange, " FOR UPDATE").id.toString()});
    };
    handlers["rotateWebhookSecret"] = [&context](http::Exchange& exchange) {
        rotateSecret(exchange, context);
    };
}

api::Handlers webhookHandlers(RouteContext& context) {
    api::Handlers handlers;
    addWebhookHandlers(handlers, context);
    addDeliveryHandlers(handlers, context);
    return handlers;
}

} // namespace svc::host::webhooks
