// Sends electronic invoices through the connected access point, for the regimes that transmit them.
#include "attempt/flow.hpp"
#include "connection/chosen.hpp"
#include "connection/states.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {
namespace {

/// The access point's answer to a verb. A refusal is counted and rethrown.
Json askAccessPoint(Call& call, const std::optional<std::string>& named, std::string_view verb, Json input) {
    const Chosen chosen = call.transaction([&] { return choose(call, named, "transmission"); });
    const std::string& provider = chosen.provider.id;
    input.set("settings", chosen.connection.settings);
    try {
        Json answer = askInTurn(call, provider, verb, input);
        call.transaction([&] { record(call, provider, true, std::nullopt, false); });
        return answer;
    } catch (const ApiError& refusal) {
        call.transaction([&] { recordRefusal(call, provider, refusal); });
        throw;
    }
}

} // namespace

commands::ReachOutput commands::reach(Call& call, const commands::ReachInput& input) {
    const Json answer = askAccessPoint(
        call, input.provider, "reach",
        Json::object({{"receiver", input.receiver}, {"documentType", toText(input.documentType)}}));
    return {.reachable = answer["reachable"].boolean()};
}

commands::TransmitOutput commands::transmit(Call& call, const commands::TransmitInput& input) {
    const Json answer = askAccessPoint(call, input.provider, "transmit",
                                       Json::object({{"key", input.key},
                                                     {"receiver", input.receiver},
                                                     {"documentType", toText(input.documentType)},
                                                     {"content", input.content}}));
    return {.reference = answer["reference"].text()};
}

commands::TransmissionOutput commands::transmission(Call& call, const commands::TransmissionInput& input) {
    const Json answer = askAccessPoint(call, input.provider, "transmission_state",
                                       Json::object({{"reference", input.reference}}));
    commands::TransmissionOutput told;
    if (!fromText(answer["state"].text(), told.state)) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    told.error = answer.optionalText("error");
    told.evidence = answer.optionalText("evidence");
    return told;
}

} // namespace svc::integrations
