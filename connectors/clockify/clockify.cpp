// Clockify: the time entries of the people of a workspace (API version 1).
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <svc/connector.hpp>

#include "bindings.hpp"

namespace svc::clockify {
namespace {

using calls::integrations::ConnectedAccount;

constexpr std::int32_t MostBytes = 16 * 1024 * 1024;
/// Clockify has no feed of changes: each run reads this many days again and compares them.
constexpr int ComparedDays = 35;
constexpr std::size_t PageSize = 200;

struct Person {
    std::string id;
    std::string name;
};

HttpCall request(Call& call, std::string_view path, const std::string& key) {
    const std::string base = Call::settings().textOr("baseUrl", "https://api.clockify.me/api/v1");
    return call.http().get(base + std::string(path)).header("X-Api-Key", key);
}

std::string kept(Call& call, std::string_view name) {
    return call.secrets().get(name).value_or("");
}

/// Sorted by identifier, so that a person who joins or leaves between two pages does not shift the others.
std::vector<Person> people(Call& call, const std::string& workspace) {
    constexpr const char* Most = "5000";
    const HttpReply reply = request(call, workspace + "/users", kept(call, "apiKey"))
                                .query("page-size", Most)
                                .most(MostBytes)
                                .send();
    std::vector<Person> all;
    const Json users = connector::jsonOf(connector::fetched(call, reply));
    for (const Json& user : users.items()) {
        const std::string id = connector::textOf(user, "id");
        all.push_back({id, user.textOr("name", user.textOr("email", id))});
    }
    std::sort(all.begin(), all.end(),
              [](const Person& one, const Person& other) { return one.id < other.id; });
    return all;
}

Instant instantIn(const Json& interval, std::string_view name) {
    const auto read = Instant::parse(connector::textOf(interval, name));
    if (!read) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return *read;
}

Json recordOf(const Json& entry, const Json& settings, const std::string& person) {
    const std::string project = entry.textOr("projectId");
    const Json& partners = settings["projects"];
    return Json::object(
        {{"externalId", "clockify:" + connector::textOf(entry, "id")},
         {"startedAt", instantIn(entry["timeInterval"], "start")},
         {"endedAt", instantIn(entry["timeInterval"], "end")},
         {"person", person},
         {"project", nullptr},
         {"description", entry.optionalText("description")},
         {"partnerId", partners.isObject() ? Json(partners.optionalText(project)) : Json(nullptr)},
         {"billable", entry.optionalBool("billable").value_or(false)},
         {"tags", Json::array()}});
}

/// The state of a run, as stored in its cursor. `seen` and `before`: for each person the start day of each
/// entry, in this run and in the previous one.
struct Run {
    std::string workspace;
    Date from;
    std::string person; ///< whose entries are read next; empty: those of the first person
    std::int64_t page = 1;
    Json seen = Json::object();
    Json before = Json::object();

    Json toCursor() const {
        return Json::object({{"workspace", workspace},
                             {"from", from},
                             {"person", person},
                             {"page", page},
                             {"seen", seen},
                             {"before", before}});
    }
};

/// The identifiers of entries, of whomever.
std::set<std::string> identifiersIn(const Json& entriesOfPeople) {
    std::set<std::string> identifiers;
    for (const auto& [person, entries] : entriesOfPeople.members()) {
        for (const auto& [id, day] : entries.members()) {
            identifiers.insert(id);
        }
    }
    return identifiers;
}

/// The entries of `some`, and those of `others` that are not among them, if they start from `first` on and
/// before `end`.
Json together(Json some, const Json& others, const std::string& first, const std::string& end) {
    const std::set<std::string> known = identifiersIn(some);
    for (const auto& [person, entries] : others.members()) {
        Json added = some.contains(person) ? some[person] : Json::object();
        for (const auto& [id, day] : entries.members()) {
            if (known.count(id) == 0 && day.text() >= first && day.text() < end) {
                added.set(id, day);
            }
        }
        if (added.size() > 0) {
            some.set(person, std::move(added));
        }
    }
    return some;
}

/// The cursor after the last page: what the next run is compared with. A run from a later day on leaves the
/// entries before it as they were known.
Json endOf(const Run& run, Date today) {
    return Json::object({{"workspace", run.workspace},
                         {"before", together(run.seen, run.before, today.addDays(-ComparedDays).toString(),
                                             run.from.toString())}});
}

/// What a cursor knows of entries; also that of a run that was left in the middle.
Json knownIn(const Json& cursor) {
    return cursor["page"].isNumber() ? together(cursor["seen"], cursor["before"], "", "9999-12-31")
                                     : cursor["before"];
}

/// Nothing is compared with what was read in another workspace: its entries stay as they are. Cursors of
/// earlier versions name no workspace.
Run runOf(const Json& input, const std::string& workspace, Date today) {
    const auto since = Date::parse(input.textOr("since"));
    const Json& given = since ? input["before"] : input["cursor"];
    const bool elsewhere = given.isObject() && given.textOr("workspace", workspace) != workspace;
    const Json cursor = elsewhere ? Json(nullptr) : given;
    Run run;
    run.workspace = workspace;
    run.from = since.value_or(today.addDays(-ComparedDays));
    if (!cursor.isObject()) {
        return run;
    }
    if (since) {
        run.before = knownIn(cursor);
    } else if (cursor["page"].isNumber()) {
        run.from = Date::parse(cursor.textOr("from")).value();
        run.person = cursor.textOr("person");
        run.page = cursor["page"].integer();
        run.seen = cursor["seen"];
        run.before = cursor["before"];
    } else {
        run.before = cursor["before"];
    }
    return run;
}

/// Entries that existed in the previous run and do not any more, of nobody: an administrator may give one to
/// another person. Entries of people who have left the workspace stay, since Clockify no longer reports on
/// them.
Json removedIn(const Run& run) {
    const std::set<std::string> there = identifiersIn(run.seen);
    Json removed = Json::array();
    for (const auto& [person, entries] : run.before.members()) {
        const bool isRead = run.seen.contains(person);
        for (const auto& [id, day] : entries.members()) {
            if (isRead && there.count(id) == 0 && day.text() >= run.from.toString()) {
                removed.push("clockify:" + id);
            }
        }
    }
    return removed;
}

/// Running entries have no end yet; they follow when they are stopped.
Json recordsIn(const Json& entries, const Person& person, const Json& settings, Run& run) {
    Json records = Json::array();
    Json seen = run.seen.contains(person.id) ? run.seen[person.id] : Json::object();
    for (const Json& entry : entries.items()) {
        if (entry["timeInterval"].optionalText("end")) {
            Json record = recordOf(entry, settings, person.name);
            seen.set(entry["id"].text(), instantIn(entry["timeInterval"], "start").utcDate().toString());
            records.push(std::move(record));
        }
    }
    run.seen.set(person.id, std::move(seen));
    return records;
}

Json fetchPage(Call& call, const Json& input) {
    const Json& settings = input["settings"];
    const std::string name = settings.textOr("workspaceId", kept(call, "workspace"));
    const std::string workspace = "/workspaces/" + percentEncode(name);
    const Date today = Date::parse(input.textOr("today")).value();
    Run run = runOf(input, name, today);
    const std::vector<Person> all = people(call, workspace);
    const auto person =
        std::find_if(all.begin(), all.end(), [&](const Person& one) { return one.id >= run.person; });
    Json records = Json::array();
    bool more = false;
    if (person != all.end()) {
        run.page = person->id == run.person ? run.page : 1;
        const HttpReply reply =
            request(call, workspace + "/user/" + percentEncode(person->id) + "/time-entries",
                    kept(call, "apiKey"))
                .query("start", run.from.toString() + "T00:00:00Z")
                .query("end", today.addDays(1).toString() + "T00:00:00Z")
                .query("page", std::to_string(run.page))
                .query("page-size", std::to_string(PageSize))
                .most(MostBytes)
                .send();
        const Json entries = connector::jsonOf(connector::fetched(call, reply));
        records = recordsIn(entries, *person, settings, run);
        const bool full = entries.size() == PageSize;
        const auto next = full ? person : person + 1;
        more = next != all.end();
        run.page = full ? run.page + 1 : 1;
        run.person = more ? next->id : "";
    }
    Json page = connector::pageOf(std::move(records), more ? run.toCursor() : endOf(run, today), more);
    page.set("removed", more ? Json::array() : removedIn(run));
    return page;
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Clockify", "kind": "time_tracking", "auth": "api_key", "capabilities": ["time-entries"],
        "feeds": [{ "name": "time_entries", "minutes": 60 }],
        "keysUrl": "https://app.clockify.me/user/preferences#advanced",
        "credentialsSchema": { "type": "object", "required": ["apiKey"], "properties": {
            "apiKey": { "type": "string", "minLength": 1, "format": "password" } } },
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {
            "workspaceId": { "type": "string", "pattern": "^[0-9a-f]{24}$" },
            "projects": { "type": "object", "additionalProperties": { "type": "string", "pattern": "^par_" } }
        } } })");
}

/// Stores the key only after Clockify has accepted it.
commands::ConnectOutput commands::connect(Call& call, const commands::ConnectInput& input) {
    const std::string key = input.credentials.textOr("apiKey");
    const Json user = connector::jsonOf(connector::accepted(request(call, "/user", key).send()));
    const std::string id = connector::textOf(user, "id");
    const std::string workspace = user.textOr("activeWorkspace", user.textOr("defaultWorkspace"));
    call.transaction([&] {
        call.secrets().remove("*");
        call.secrets().put("apiKey", key);
        call.secrets().put("workspace", workspace);
    });
    return {.account = ConnectedAccount{.id = id, .name = user.textOr("name", id)}};
}

commands::TestOutput commands::test(Call& call) {
    return connector::tried<TestOutput>(request(call, "/user", kept(call, "apiKey")).send());
}

void commands::disconnect(Call& call) {
    call.transaction([&] { call.secrets().remove("*"); });
}

Json commands::fetch(Call& call, const Json& input) {
    return connector::fetching<fetchPage>(call, input);
}

} // namespace svc::clockify
