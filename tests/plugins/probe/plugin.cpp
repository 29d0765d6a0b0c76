#include <chrono>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>

#include <svc/plugin.hpp>

namespace {

using svc::Call;
using svc::Json;
using svc::Request;
using svc::Response;

std::string greeting;

void addThing(Call& call, const std::string& name) {
    call.db().send("INSERT INTO probe.thing (company_id, id, name) VALUES ($1, $2, $3)", call.companyId(),
                   call.newUuid(), name);
}

void mark(Call& call, const std::string& text) {
    call.db().send("INSERT INTO probe.mark (company_id, id, text) VALUES ($1, $2, $3)", call.companyId(),
                   call.newUuid(), text);
}

Json namesOf(const svc::Rows& rows) {
    Json names = Json::array();
    for (const svc::Row row : rows) {
        names.push(Json(row.text(0)));
    }
    return names;
}

/// No condition on the company: only row-level security isolates companies here.
Json everything(Call& call) {
    Json result = Json::object();
    result.set("things", namesOf(call.db().query("SELECT name FROM probe.thing ORDER BY name")));
    result.set("marks", namesOf(call.db().query("SELECT text FROM probe.mark ORDER BY text")));
    return result;
}

Json dataOf(const std::string& name) {
    Json data = Json::object();
    data.set("name", Json(name));
    return data;
}

void emit(Call& call, const char* type, const std::string& name) {
    call.emit(type, "thing", "thing-" + name, dataOf(name));
}

/// Runs a statement and then reads what is visible, also when the statement failed.
Response attack(Request& request) {
    Json cells = Json::array();
    const std::string sql = request.body().textOr("sql");
    const std::string how = request.body().textOr("name", "query");
    if (how == "send") {
        request.db().send(sql);
    } else if (how == "late") {
        request.db().sendLate("probe", sql);
    } else {
        try {
            cells = namesOf(request.db().query(sql));
        } catch (const std::exception&) {
            cells.push(Json("refused"));
        }
    }
    Json result = everything(request);
    result.set("cells", std::move(cells));
    return Response::json(200, result);
}

/// Sends a message to the address in the name of the order.
Response sendMail(Request& request, const std::string& to) {
    const Json kept =
        Json::object({{"fileName", "kept.txt"}, {"contentType", "text/plain"}, {"content", "a2VwdA=="}});
    const Json rendered = Json::object({{"fileName", "Reçu.txt"},
                                        {"contentType", "text/plain"},
                                        {"command", "probe.render"},
                                        {"input", dataOf(to)}});
    const Json message = Json::object({{"to", to},
                                       {"subject", request.body().textOr("sql")},
                                       {"text", "Voilà."},
                                       {"html", "<p>Voilà.</p>"},
                                       {"attachments", Json::array({kept, rendered})}});
    Json result = everything(request);
    result.set("jobId", request.command("mail.queue", message)["jobId"]);
    return Response::json(200, result);
}

Response misbehave(Request& request, const std::string& action, const std::string& name) {
    if (action == "throw-exception") {
        throw std::runtime_error("the probe fails");
    }
    if (action == "wrong-kind") {
        addThing(request, name);
        request.body().optionalInteger("name");
    }
    if (action == "throw-int") {
        throw 42; // NOLINT(hicpp-exception-baseclass)
    }
    if (action == "spin") {
        // Cannot be interrupted by the host: computes for this many milliseconds.
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(std::stoi(name));
        while (std::chrono::steady_clock::now() < end) {
        }
        return Response::json(200, everything(request));
    }
    if (action == "sleep") {
        // Holds its database connection for this many seconds.
        request.db().query("SELECT 'done' FROM pg_sleep($1::double precision)", name);
        return Response::json(200, everything(request));
    }
    if (action == "refuse") {
        addThing(request, name);
        throw svc::ApiError(400, "probe-refused");
    }
    if (action == "server-error") {
        throw svc::ApiError(503, "probe-refused");
    }
    if (action == "wrong-history") {
        const std::string changes = request.body().textOr("sql");
        request.history("thing", name, "added", Json::parse(changes));
    }
    if (action == "rubbish") {
        return Response::bytes(200, "application/json", "{ rubbish");
    }
    if (action == "status") {
        return Response::bytes(418, "application/json", "{}");
    }
    if (action == "header") {
        return Response::json(200, everything(request)).header("X-Split", "a\r\nSet-Cookie: b");
    }
    if (action == "host-header") {
        return Response::json(200, everything(request)).header(name, "1");
    }
    if (action == "undeclared-event") {
        emit(request, "probe.secret", name);
    } else if (action == "foreign-event") {
        emit(request, "partner.created", name);
    } else if (action == "reserved-event") {
        emit(request, "probe.reserved", name);
    } else if (action == "wrong-event") {
        request.emit("probe.made", "thing", "thing", Json::object());
    } else if (action == "refused-event") {
        addThing(request, name);
        emit(request, "probe.refused", name);
    } else if (action == "echo-event") {
        emit(request, "probe.echo", name);
    } else if (action == "loop") {
        request.command("probe.loop", Json::object());
    } else if (action == "undeclared-command") {
        request.command("partners.get", Json::object());
    } else if (action == "swallow") {
        addThing(request, name);
        try {
            request.command("probe.refuse", Json::object());
        } catch (const svc::ApiError&) {
            // A plugin that ignores a refusal must not get its own writes committed.
        }
    } else if (action == "undeclared-number") {
        request.takeNumber("poem", std::nullopt, request.today());
    } else if (action == "foreign-number") {
        request.takeNumber("invoice", std::nullopt, request.today());
    } else {
        throw svc::fieldInvalid("action");
    }
    return Response::json(200, everything(request));
}

Response probe(Request& request) {
    const std::string action = request.body().textOr("action");
    const std::string name = request.body().textOr("name", "nameless");
    if (action == "attack") {
        return attack(request);
    }
    if (action == "add") {
        addThing(request, name);
    } else if (action == "make") {
        emit(request, "probe.made", name);
    } else if (action == "number") {
        const std::string number = request.takeNumber("probe", std::nullopt, request.today());
        Json result = everything(request);
        result.set("number", Json(number));
        return Response::json(200, result);
    } else if (action == "job") {
        const svc::Uuid job = request.fileJob("later", request.now(), dataOf(name), name);
        Json result = everything(request);
        result.set("jobId", Json(svc::encodeId("job", job)));
        return Response::json(200, result);
    } else if (action == "mail") {
        return sendMail(request, name);
    } else if (action == "greet") {
        Json result = everything(request);
        result.set("greeting", Json(greeting));
        return Response::json(200, result);
    } else {
        return misbehave(request, action, name);
    }
    return Response::json(200, everything(request));
}

Response readProbe(Request& request) {
    return Response::json(200, everything(request));
}

Response probeRaw(Request& request) {
    Json result = everything(request);
    result.set("cells", Json::array({Json(request.rawInput())}));
    return Response::json(200, result);
}

/// An export that takes this many seconds.
Response exportProbe(Request& request) {
    request.db().query("SELECT 'done' FROM pg_sleep($1::double precision)", *request.query("seconds"));
    return Response::json(200, everything(request));
}

Json loop(Call& call, const Json& input) {
    return call.command("probe.loop", input);
}

Json refuse(Call& call, const Json&) {
    addThing(call, "written before the refusal");
    throw svc::ApiError(400, "probe-refused");
}

/// Its write must be rolled back.
Json render(Call& call, const Json& input) {
    mark(call, "rendered for " + input.textOr("name"));
    return Json::object({{"content", "cmVuZGVyZWQ="}});
}

void refuseEvent(Call&, const svc::Event&) {
    throw svc::ApiError(400, "probe-refused");
}

void echoEvent(Call& call, const svc::Event& event) {
    emit(call, "probe.echo", event.data().textOr("name"));
}

/// Fails twice for each event and then succeeds. The writes of a failed run must be rolled back.
void stubborn(Call& call, const svc::Event& event) {
    static std::mutex mutex;
    static std::map<std::string, int> attempts;
    const std::string name = event.data().textOr("name");
    int attempt = 0;
    {
        const std::lock_guard lock(mutex);
        attempt = ++attempts[name];
    }
    mark(call, "subscriber " + name + " attempt " + std::to_string(attempt));
    if (attempt < 3) {
        throw std::runtime_error("not yet");
    }
}

void hourly(Call& call, const Json&) {
    mark(call, "hourly " + call.now().toString());
}

void later(Call& call, const Json& payload) {
    const std::string name = payload.textOr("name");
    if (name.rfind("sleep ", 0) == 0) {
        call.db().query("SELECT 'late' FROM pg_sleep(20)");
    } else if (name.rfind("slow", 0) == 0) {
        call.db().query("SELECT 'late' FROM pg_sleep(0.3)");
    } else if (name == "divided") {
        call.db().query("SELECT 1/0");
    } else if (name == "refused") {
        throw svc::ApiError(400, "probe-refused");
    }
    mark(call, "later " + name);
}

void start(svc::Registry& registry) {
    greeting = registry.settings().textOr("greeting", "none");
    registry.route("probe", probe);
    registry.route("readProbe", readProbe);
    registry.route("probeRaw", probeRaw);
    registry.route("exportProbe", exportProbe);
    registry.command("probe.loop", loop);
    registry.command("probe.refuse", refuse);
    registry.command("probe.render", render);
    registry.hook("refuse", refuseEvent);
    registry.hook("echo", echoEvent);
    registry.subscriber("stubborn", stubborn);
    registry.job("hourly", hourly);
    registry.job("later", later);
}

} // namespace

SVC_PLUGIN("probe", "1.0.0", start)
