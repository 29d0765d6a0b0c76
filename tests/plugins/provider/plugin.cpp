#include <svc/connector.hpp>
#include <svc/plugin.hpp>

namespace {

using svc::Call;
using svc::Json;
using svc::Request;
using svc::Response;

Response runCommand(Request& request) {
    return Response::json(
        200, Json::object({{"answer", request.command(request.path("command"), request.body())}}));
}

std::string baseUrl() {
    return Call::settings().textOr("baseUrl");
}

/// The host's error message for a forbidden call.
template <class Function>
std::string faultOf(Function function) {
    try {
        function();
    } catch (const svc::Fault& fault) {
        return fault.what();
    }
    return "none";
}

Json misused(Request& request) {
    const std::string url = baseUrl() + "/never";
    Json faults = Json::object();
    faults.set("database", faultOf([&] { request.db().query("SELECT 1"); }));
    faults.set("event", faultOf([&] { request.history("provider", "x", "made"); }));
    faults.set("network", faultOf([&] { request.transaction([&] { request.http().get(url).send(); }); }));
    faults.set("command", faultOf([&] {
                   request.transaction([&] { request.command("connector.testpay.test", Json::object()); });
               }));
    faults.set("put", faultOf([&] { request.secrets().put("x", "y"); }));
    faults.set("header", faultOf([&] { request.http().get(url).header("Host", "x").send(); }));
    return faults;
}

Json secretsOf(Request& request, const std::string& text) {
    using Hmac = svc::Secrets::Hmac;
    using Encoding = svc::Secrets::Encoding;
    request.transaction([&] {
        request.secrets().put("key", text);
        request.secrets().put("group.a", "1");
        request.secrets().put("group.b", "2");
        request.secrets().remove("group.*");
    });
    const std::string mac = *request.secrets().hmac(Hmac::Sha256, "key", {"a", "b"});
    return Json::object({{"key", request.secrets().get("key")},
                         {"group", request.secrets().get("group.a")},
                         {"right", request.secrets().matches(Hmac::Sha256, "key", {"ab"}, Encoding::Hex,
                                                             svc::hexEncode(mac))},
                         {"wrong", request.secrets().matches(Hmac::Sha256, "key", {"ac"}, Encoding::Hex,
                                                             svc::hexEncode(mac))}});
}

/// Queues jobs that run one after the other in the lane "line".
Json filed(Request& request, const std::string& names) {
    Json ids = Json::array();
    request.transaction([&] {
        for (const std::string_view name : svc::split(names, ' ')) {
            ids.push(svc::encodeId("job", request.fileJobIn("transmit", "line", request.now(),
                                                            Json::object({{"name", name}}), {})));
        }
    });
    return Json::object({{"ids", std::move(ids)}});
}

Response callOut(Request& request) {
    const std::string action = request.body().textOr("action");
    const std::string text = request.body().textOr("text");
    if (action == "misuse") {
        return Response::json(200, misused(request));
    }
    if (action == "secrets") {
        return Response::json(200, secretsOf(request, text));
    }
    if (action == "file") {
        return Response::json(200, filed(request, text));
    }
    if (action == "refuse") {
        request.http().post(baseUrl() + "/refused").send();
        throw svc::ApiError(400, "provider-refused");
    }
    std::string url = request.body().textOr("url");
    url = url.rfind('/', 0) == 0 ? baseUrl() + url : url;
    const svc::HttpReply reply = request.http().post(url).query("q", "a b").form({{"text", text}}).send();
    return Response::json(200, Json::object({{"status", reply.status},
                                             {"error", reply.error},
                                             {"body", reply.body},
                                             {"retryAfter", reply.retryAfter(request.now())}}));
}

/// Sends its name to the provider; "again…" is repeated once, "fail…" never succeeds.
void transmit(Call& call, const Json& payload) {
    const std::string name = payload.textOr("name");
    const svc::HttpReply reply = call.http()
                                     .post(baseUrl() + "/transmit")
                                     .once("Idempotency-Key", name)
                                     .body("text/plain", name + ' ' + std::to_string(call.job()->attempt))
                                     .send();
    call.progress(1, 2);
    if (name.rfind("again", 0) == 0 && payload.textOr("round") != "2") {
        call.again(call.now() + 10 * svc::Instant::Second, Json::object({{"name", name}, {"round", "2"}}),
                   "not yet");
        return;
    }
    if (!reply.ok()) {
        throw std::runtime_error("the provider answered " + std::to_string(reply.status));
    }
    call.transaction([&] { call.secrets().put("sent." + name, name); });
    call.result(Json::object({{"name", name}}));
}

Json testPay(Call& call, const Json&) {
    const svc::HttpReply reply = call.http().get(baseUrl() + "/ping").bearer("apiKey").send();
    return Json::object(
        {{"ok", reply.ok()},
         {"durationMs", reply.durationMs},
         {"error", reply.ok() ? Json(nullptr) : Json("HTTP " + std::to_string(reply.status))}});
}

Json describePay(Call&, const Json&) {
    return Json::object({{"name", "Testpay"},
                         {"kind", "payment"},
                         {"auth", "api_key"},
                         {"capabilities", Json::array({"payment-link"})}});
}

Json connectPay(Call& call, const Json& input) {
    if (input["credentials"].textOr("secretKey") != "secret") {
        throw svc::ApiError(400, "integration-credentials-invalid");
    }
    call.secrets().put("apiKey", input["credentials"].textOr("secretKey"));
    return Json::object({{"account", Json::object({{"id", "acct_7"}, {"name", "Caf\u00e9 Lumi\u00e8re"}})}});
}

Json describeFeed(Call&, const Json&) {
    return Json::object({{"kind", "rates"},
                         {"auth", "none"},
                         {"feeds", Json::array({Json::object({{"name", "rates"}, {"minutes", 60}})})}});
}

Json fetchRates(Call& call, const Json& input) {
    const std::int64_t page = input["cursor"].isNumber() ? input["cursor"].integer() : 1;
    const svc::HttpReply reply = call.http()
                                     .get(baseUrl() + "/rates")
                                     .query("page", std::to_string(page))
                                     .query("since", input.textOr("since"))
                                     .send();
    const Json body = svc::connector::jsonOf(svc::connector::fetched(call, reply));
    const bool more = body["more"].boolean();
    return svc::connector::pageOf(body["rates"], more ? page + 1 : page, more);
}

Json describeSign(Call&, const Json&) {
    return Json::object({{"name", "Testsign"}, {"kind", "signature"}, {"auth", "oauth"}});
}

Json authorizeSign(Call&, const Json& input) {
    return Json::object({{"url", "https://sign.example/authorize?state=" + input.textOr("state")}});
}

/// A forbidden call: it looks for a company in a call that does not belong to one yet.
Json accountOfSign(Call& call, const Json&) {
    return call.transaction([&] { return Json::object({{"account", call.secrets().get("apiKey")}}); });
}

Json describeFrench(Call&, const Json&) {
    return Json::object(
        {{"name", "Test reform"},
         {"country", "FR"},
         {"kind", "e-invoicing"},
         {"settingsSchema",
          Json::parse(
              R"({"properties":{"platformId":{"type":"string","maxLength":20},"token":{"type":"string"}}})")},
         {"requiredSettings",
          Json::array({Json::object({{"name", "platformId"}, {"type", "string"}, {"secret", false}}),
                       Json::object({{"name", "token"}, {"type", "string"}, {"secret", true}})})}});
}

Json describeGerman(Call&, const Json&) {
    return Json::object({{"name", "Test till"}, {"country", "DE"}, {"kind", "sealing"}});
}

Json describeKeys(Call&, const Json&) {
    return Json::object(
        {{"name", "Test keys"},
         {"country", "BE"},
         {"kind", "reporting"},
         {"requiredSettings",
          Json::array({Json::object({{"name", "signature"}, {"type", "key"}, {"secret", true}})})}});
}

Json describeLive(Call&, const Json&) {
    return Json::object({{"name", "Test authority"},
                         {"country", "LU"},
                         {"kind", "clearance"},
                         {"lost", Json::object({{"issue", "readFirst"}})}});
}

Json describeOnce(Call&, const Json&) {
    return Json::object(
        {{"name", "Test authority without memory"}, {"country", "LU"}, {"kind", "clearance"}});
}

/// The authority's decision by its status: 200 accepted, 422 refused, 503 retry later. No answer: outcome
/// unknown.
Json answerOf(const svc::HttpReply& reply, const std::string& request) {
    if (reply.status == 0) {
        throw std::runtime_error("the authority did not answer");
    }
    Json answer =
        Json::object({{"request", svc::base64Encode(request)}, {"answer", svc::base64Encode(reply.body)}});
    if (reply.ok()) {
        answer.set("outcome", "accepted");
        answer.set("reference", "REF-" + request);
        answer.set("qrCode", "QR-" + request);
    } else if (reply.status == 404) {
        answer.set("outcome", "absent");
    } else {
        answer.set("outcome", reply.status == 422 ? "rejected" : "retry");
        answer.set("error", "HTTP " + std::to_string(reply.status));
    }
    return answer;
}

Json sendToAuthority(Call& call, const Json& input) {
    const std::string number = input["submission"].textOr("documentNumber");
    return answerOf(call.http().post(baseUrl() + "/authority").body("text/plain", input.textOr("key")).send(),
                    number);
}

Json readFromAuthority(Call& call, const Json& input) {
    const std::string number = input["submission"].textOr("documentNumber");
    return answerOf(call.http().post(baseUrl() + "/authority/state").body("text/plain", number).send(),
                    number);
}

void start(svc::Registry& registry) {
    registry.route("runCommand", runCommand);
    registry.route("callOut", callOut);
    registry.command("connector.testpay.test", testPay);
    registry.job("transmit", transmit);
    registry.command("connector.testpay.describe", describePay);
    registry.command("connector.testpay.connect", connectPay);
    registry.command("connector.testfeed.describe", describeFeed);
    registry.command("connector.testfeed.fetch", svc::connector::fetching<fetchRates>);
    registry.command("connector.testsign.describe", describeSign);
    registry.command("connector.testsign.authorize", authorizeSign);
    registry.command("connector.testsign.account", accountOfSign);
    registry.command("regime.test-fr.describe", describeFrench);
    registry.command("regime.test-de.describe", describeGerman);
    registry.command("regime.test-keys.describe", describeKeys);
    registry.command("regime.test-live.describe", describeLive);
    registry.command("regime.test-live.send", sendToAuthority);
    registry.command("regime.test-live.read", readFromAuthority);
    registry.command("regime.test-once.describe", describeOnce);
    registry.command("regime.test-once.send", sendToAuthority);
}

} // namespace

SVC_PLUGIN("provider", "1.0.0", start)
