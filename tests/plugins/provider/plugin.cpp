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

Json describePay(Call&, const Json&) {
    return Json::object({{"name", "Testpay"},
                         {"kind", "payment"},
                         {"auth", "api_key"},
                         {"capabilities", Json::array({"payment-link"})}});
}

Json connectPay(Call&, const Json& input) {
    if (input["credentials"].textOr("secretKey") != "secret") {
        throw svc::ApiError(400, "integration-credentials-invalid");
    }
    return Json::object({{"account", Json::object({{"id", "acct_7"}, {"name", "Caf\u00e9 Lumi\u00e8re"}})}});
}

Json syncPay(Call&, const Json&) {
    return Json::object();
}

Json describeSign(Call&, const Json&) {
    return Json::object({{"name", "Testsign"}, {"kind", "signature"}, {"auth", "oauth"}});
}

Json authorizeSign(Call& call, const Json& input) {
    return Json::object({{"url", "https://sign.example/authorize?return=" + input.textOr("returnUrl")},
                         {"state", "s1"},
                         {"expiresAt", call.now() + 10 * svc::Instant::Minute}});
}

Json describeFrench(Call&, const Json&) {
    return Json::object(
        {{"name", "Test reform"},
         {"country", "FR"},
         {"kind", "e-invoicing"},
         {"requiredSettings",
          Json::array({Json::object({{"name", "platformId"}, {"type", "string"}, {"secret", false}}),
                       Json::object({{"name", "token"}, {"type", "string"}, {"secret", true}})})}});
}

Json describeGerman(Call&, const Json&) {
    return Json::object({{"name", "Test till"}, {"country", "DE"}, {"kind", "sealing"}});
}

void start(svc::Registry& registry) {
    registry.route("runCommand", runCommand);
    registry.command("connector.testpay.describe", describePay);
    registry.command("connector.testpay.connect", connectPay);
    registry.command("connector.testpay.sync", syncPay);
    registry.command("connector.testsign.describe", describeSign);
    registry.command("connector.testsign.authorize", authorizeSign);
    registry.command("regime.test-fr.describe", describeFrench);
    registry.command("regime.test-de.describe", describeGerman);
}

} // namespace

SVC_PLUGIN("provider", "1.0.0", start)
