// Uses every function of the binary contract: each kind of registration and each kind of failure.
#include <svc/plugin.hpp>

#include <stdexcept>

namespace {

svc::Response echo(svc::Request& request) {
    return svc::Response::json(200, request.body()).header("X-Word", request.query("word").value_or("none"));
}

svc::Response refuse(svc::Request& request) {
    throw svc::ApiError(409, "echo-refused", {request.path("what")});
}

svc::Response breakDown(svc::Request&) {
    throw std::runtime_error("echo broke down");
}

svc::Response throwInt(svc::Request&) {
    throw 42;
}

// An error of the host arrives as an exception of this plugin, which can inspect it.
svc::Response relay(svc::Request& request) {
    try {
        return svc::Response::json(200, request.command("other.run", request.body()));
    } catch (const svc::ApiError& error) {
        request.log(svc::Call::Level::Warning, std::string("other.run refused: ") + error.what());
        throw;
    }
}

svc::Response sum(svc::Request& request) {
    std::int64_t total = 0;
    for (const svc::Row row : request.db().query(
             "SELECT n FROM echo.numbers WHERE company_id = $1 AND n > $2", request.companyId(), 0)) {
        total += row.integer(0);
    }
    return svc::Response::json(200, svc::Json::object({{"total", total}}));
}

// Calls all other functions of the host.
svc::Response everything(svc::Request& request) {
    const svc::Uuid id = request.newUuid();
    request.db().askAhead("SELECT n FROM echo.numbers WHERE company_id = $1", request.companyId());
    request.db().sendLate("b", svc::Late::added(1), "UPDATE echo.numbers SET n = n + $1", 2);
    request.db().sendLate("a", "UPDATE echo.numbers SET n = n + $1", 1);
    request.db().send("INSERT INTO echo.numbers (n, t, x) VALUES ($1, $2, $3)", svc::Decimal::parse("1.25"),
                      nullptr, "");
    request.history("echo", svc::encodeId("ech", id), "created");
    request.fileJob("later", request.now(), svc::Json::object({{"n", 1}}), "key");
    request.note("postings", svc::Json::object({{"debit", 1}}));
    request.checkPlan("echoes", 1);
    const std::string cursor = request.sealCursor("echoes", "17");
    svc::Json result = svc::Json::object();
    result.set("number", request.takeNumber("ECH", std::nullopt, request.today()));
    result.set("position", request.openCursor("echoes", cursor));
    result.set("today", request.today());
    result.set("start", request.startOf(request.today()));
    result.set("currency", request.company().currency);
    result.set("unit", request.businessUnit(std::nullopt).value_or(svc::Json(nullptr)));
    result.set("offers", request.offers("other.run"));
    result.set("dryRun", request.dryRun());
    return svc::Response::json(200, result);
}

svc::Json twice(svc::Call&, const svc::Json& input) {
    svc::Json both = svc::Json::array();
    both.push(input);
    both.push(input);
    return both;
}

void veto(svc::Call&, const svc::Event& event) {
    if (event.type() == "echo.forbidden") {
        throw svc::ApiError(400, "echo-vetoed");
    }
}

void listen(svc::Call& call, const svc::Event& event) {
    call.log(svc::Call::Level::Information, "heard " + event.type());
}

void later(svc::Call& call, const svc::Json& payload) {
    call.emit("echo.made", "echo", "ech_1", payload);
}

void start(svc::Registry& registry) {
    if (registry.settings()["refuse"] == svc::Json(true)) {
        throw std::runtime_error("the settings tell echo to refuse");
    }
    registry.route("echo", echo);
    registry.route("refuse", refuse);
    registry.route("breakDown", breakDown);
    registry.route("throwInt", throwInt);
    registry.route("relay", relay);
    registry.route("sum", sum);
    registry.route("everything", everything);
    registry.command("echo.twice", twice);
    registry.hook("veto", veto);
    registry.subscriber("listen", listen);
    registry.job("later", later);
}

} // namespace

SVC_PLUGIN("echo", "1.0.0", start)
