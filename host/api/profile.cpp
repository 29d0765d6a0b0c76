#include "host/api/one_time_codes.hpp"
#include "host/api/sessions.hpp"
#include "host/auth/session_token.hpp"
#include "host/db/pool.hpp"

#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::size_t LargestPreferences = 32 * 1024;

constexpr std::string_view UpdateUser =
    "UPDATE svc.user_account SET name = coalesce($2, name), language = coalesce($3, language),"
    " version = version + 1, updated_at = $4 WHERE id = $1";
constexpr std::string_view ReadPreferences = "SELECT preferences FROM svc.user_account WHERE id = $1";
constexpr std::string_view WritePreferences =
    "UPDATE svc.user_account SET preferences = $2 WHERE id = $1 RETURNING preferences";
constexpr std::string_view ReadSessions =
    "SELECT id, device, address, created_at, last_used_at FROM svc.session"
    " WHERE user_id = $1 AND expires_at > $2 AND last_used_at > $3 ORDER BY last_used_at DESC, id DESC";
constexpr std::string_view EndOwnSession =
    "DELETE FROM svc.session WHERE id = $1 AND user_id = $2 RETURNING id";

void readMe(http::Exchange& exchange, ApiContext& context) {
    requireSession(exchange);
    exchange.reply(
        200, meRecord(*context.services.pool.acquire(), context.services.catalogue, exchange.caller.id));
}

void updateMe(http::Exchange& exchange, ApiContext& context) {
    requireSession(exchange);
    const Json& body = *exchange.json;
    const std::string user = exchange.caller.id.toString();
    if (body.contains("name") && !body.optionalText("name")) {
        throw fieldInvalid("name");
    }
    context.services.pool.acquire()->query(UpdateUser,
                                           {user, body.optionalText("name"), body.optionalText("language"),
                                            context.services.clock.now().toSql()});
    Json answer = Json::object();
    if (const auto wanted = body.optionalBool("otpEnabled")) {
        answer = changeCodes(exchange, context, *wanted);
    }
    Json record = meRecord(*context.services.pool.acquire(), context.services.catalogue, exchange.caller.id);
    for (const Json::Member& member : answer.members()) {
        record.add(member.name, member.value);
    }
    exchange.reply(200, record);
}

void readPreferences(http::Exchange& exchange, ApiContext& context) {
    requireSession(exchange);
    const db::Rows rows =
        context.services.pool.acquire()->query(ReadPreferences, {exchange.caller.id.toString()});
    exchange.reply(200, parsedJson(rows.cell(0, 0)));
}

void writePreferences(http::Exchange& exchange, ApiContext& context) {
    requireSession(exchange);
    const std::string text = exchange.json->dump();
    if (text.size() > LargestPreferences) {
        throw ApiError(413, "body-too-large");
    }
    const db::Rows rows =
        context.services.pool.acquire()->query(WritePreferences, {exchange.caller.id.toString(), text});
    exchange.reply(200, parsedJson(rows.cell(0, 0)));
}

void listSessions(http::Exchange& exchange, ApiContext& context) {
    requireSession(exchange);
    const Instant now = context.services.clock.now();
    const db::Rows rows = context.services.pool.acquire()->query(
        ReadSessions, {exchange.caller.id.toString(), now.toSql(), (now - auth::SessionIdle).toSql()});
    Json sessions = Json::array();
    const std::string current = exchange.caller.sessionId.toString();
    for (std::size_t row = 0; row < rows.count(); ++row) {
        sessions.push(Json::object({{"id", idJson("ses", rows.cell(row, 0))},
                                    {"device", textJson(rows.cell(row, 1))},
                                    {"address", textJson(rows.cell(row, 2))},
                                    {"createdAt", instantJson(rows.cell(row, 3))},
                                    {"lastUsedAt", instantJson(rows.cell(row, 4))},
                                    {"current", rows.text(row, 0) == current}}));
    }
    replyArray(exchange, std::move(sessions));
}

void endSession(http::Exchange& exchange, ApiContext& context) {
    requireSession(exchange);
    const Uuid session = pathId(exchange, "sessionId", "ses", "session-not-found");
    if (context.services.pool.acquire()
            ->query(EndOwnSession, {session.toString(), exchange.caller.id.toString()})
            .empty()) {
        throw ApiError(404, "session-not-found");
    }
    replyEmpty(exchange, 204);
}

} // namespace

void addProfileHandlers(Handlers& handlers, ApiContext& context) {
    const auto add = [&](const char* operation, void (*handler)(http::Exchange&, ApiContext&)) {
        handlers[operation] = [&context, handler](http::Exchange& exchange) { handler(exchange, context); };
    };
    add("readMe", readMe);
    add("updateMe", updateMe);
    add("readPreferences", readPreferences);
    add("writePreferences", writePreferences);
    add("listSessions", listSessions);
    add("endSession", endSession);
}

} // namespace svc::host::api
