// Toggl Track: the time entries of the owner of the token (API version 9).
#include <algorithm>

#include <svc/connector.hpp>

#include "bindings.hpp"

namespace svc::toggl {
namespace {

using calls::integrations::ConnectedAccount;

constexpr std::int32_t MostBytes = 16 * 1024 * 1024;
constexpr int LongestWindow = 30; // days
constexpr int FirstDays = 35;
/// Toggl reports changes for about three months.
constexpr std::int64_t LongestAbsence = 80 * Instant::Day;

HttpCall request(Call& call, std::string_view path, const std::string& token) {
    const std::string base = Call::settings().textOr("baseUrl", "https://api.track.toggl.com/api/v9");
    return call.http().get(base + std::string(path)).basic(token, "api_token");
}

std::string keptToken(Call& call) {
    return call.secrets().get("token").value_or("");
}

/// The partner of the entry's client, by the setting `clients`.
Json partnerOf(const Json& entry, const Json& settings) {
    const std::string client = entry.textOr("client_name");
    const Json& clients = settings["clients"];
    return client.empty() || !clients.isObject() ? Json(nullptr) : Json(clients.optionalText(client));
}

Json recordOf(const Json& entry, const Json& settings, const std::string& person) {
    const auto instant = [&](std::string_view name) {
        const auto read = Instant::parse(connector::textOf(entry, name));
        if (!read) {
            throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
        }
        return *read;
    };
    return Json::object({{"externalId", "toggl:" + entry["id"].dump()},
                         {"startedAt", instant("start")},
                         {"endedAt", instant("stop")},
                         {"person", person},
                         {"project", entry.optionalText("project_name")},
                         {"description", entry.optionalText("description")},
                         {"partnerId", partnerOf(entry, settings)},
                         {"billable", entry.optionalBool("billable").value_or(false)},
                         {"tags", entry["tags"].isArray() ? entry["tags"] : Json::array()}});
}

/// Running entries follow when they are stopped.
Json pageOf(Call& call, const Json& input, const HttpReply& reply, Json cursor, bool more) {
    const Json& settings = input["settings"];
    const std::string person = call.secrets().get("person").value_or("");
    const Json entries = connector::jsonOf(reply);
    Json records = Json::array();
    Json removed = Json::array();
    for (const Json& entry : entries.items()) {
        if (const Json& workspace = settings["workspaceId"];
            workspace.isNumber() && entry["workspace_id"].integer() != workspace.integer()) {
            continue;
        }
        if (entry.optionalText("server_deleted_at")) {
            removed.push("toggl:" + entry["id"].dump());
        } else if (entry["duration"].integer() >= 0 && entry.optionalText("stop")) {
            records.push(recordOf(entry, settings, person));
        }
    }
    Json page = connector::pageOf(std::move(records), std::move(cursor), more);
    page.set("removed", std::move(removed));
    return page;
}

/// The quota of the plan is renewed every hour.
const HttpReply& fetched(Call& call, const HttpReply& reply) {
    constexpr int QuotaUsed = 402;
    if (reply.status == QuotaUsed) {
        throw connector::Later{"integration-unreachable:http-402", call.now() + Instant::Hour};
    }
    return connector::fetched(call, reply);
}

/// Changed and deleted entries since a time. Reading one minute twice does no harm.
Json changes(Call& call, const Json& input, std::int64_t since) {
    const std::int64_t next = (call.now() - Instant::Minute).micros() / Instant::Second;
    const HttpReply reply = request(call, "/me/time_entries", keptToken(call))
                                .query("since", std::to_string(since))
                                .query("meta", "true")
                                .most(MostBytes)
                                .send();
    return pageOf(call, input, fetched(call, reply), Json::object({{"changes", next}}), false);
}

/// Earlier entries, a month per page; then the changes since the start of this history.
Json history(Call& call, const Json& input, Date from, std::int64_t began) {
    const Date end = Date::parse(input.textOr("today")).value().addDays(1);
    const Date to = std::min(end, from.addDays(LongestWindow));
    const bool more = to < end;
    Json cursor = more ? Json::object({{"from", to}, {"began", began}}) : Json::object({{"changes", began}});
    const HttpReply reply = request(call, "/me/time_entries", keptToken(call))
                                .query("start_date", from.toString())
                                .query("end_date", to.toString())
                                .query("meta", "true")
                                .most(MostBytes)
                                .send();
    return pageOf(call, input, fetched(call, reply), std::move(cursor), more);
}

/// Until when the changes were read by the run that a user has asked anew: what was deleted since is told by
/// changes only. `now`: when there was none.
std::int64_t changesRead(const Json& before, std::int64_t now) {
    if (!before.isObject()) {
        return now;
    }
    return before["changes"].isNumber() ? before["changes"].integer() : before["began"].integer();
}

Json fetchPage(Call& call, const Json& input) {
    const Json& cursor = input["cursor"];
    const bool known = cursor.isObject();
    const std::int64_t began = (call.now() - Instant::Minute).micros() / Instant::Second;
    const Date today = Date::parse(input.textOr("today")).value();
    if (known && cursor["changes"].isNumber()) {
        const std::int64_t since = cursor["changes"].integer();
        const Instant last(since * Instant::Second);
        return call.now() - last < LongestAbsence
                   ? changes(call, input, since)
                   : history(call, input, today.addDays(-(call.now() - last) / Instant::Day - 1), began);
    }
    if (known) {
        return history(call, input, Date::parse(cursor.textOr("from")).value(), cursor["began"].integer());
    }
    const Date first = Date::parse(input.textOr("since")).value_or(today.addDays(-FirstDays));
    return history(call, input, std::min(first, today), changesRead(input["before"], began));
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Toggl Track", "kind": "time_tracking", "auth": "api_key", "capabilities": ["time-entries"],
        "feeds": [{ "name": "time_entries", "minutes": 60 }],
        "keysUrl": "https://track.toggl.com/profile",
        "credentialsSchema": { "type": "object", "required": ["token"], "properties": {
            "token": { "type": "string", "minLength": 1, "format": "password" } } },
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {
            "workspaceId": { "type": "integer" },
            "clients": { "type": "object", "additionalProperties": { "type": "string", "pattern": "^par_" } }
        } } })");
}

/// Stores the token only after Toggl has accepted it.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const Json& credentials = input.credentials;
    const std::string token = credentials.isObject() ? credentials.textOr("token") : "";
    if (token.empty()) {
        throw ApiError(400, "integration-credentials-invalid");
    }
    const Json me = connector::jsonOf(connector::accepted(request(call, "/me", token).send()));
    const std::string name = me.textOr("fullname", me.textOr("email"));
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("token", token);
        call.secrets().put("person", name);
    });
    return {.account = ConnectedAccount{.id = me["id"].dump(), .name = name}};
}

commands::TestOutput commands::test(Call& call) {
    return connector::tried<TestOutput>(request(call, "/me", keptToken(call)).send());
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

Json commands::fetch(Call& call, const Json& input) {
    return connector::fetching<fetchPage>(call, input);
}

} // namespace svc::toggl
