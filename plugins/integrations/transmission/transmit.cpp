// Sends electronic invoices through the connected access point, for the regimes that transmit them.
#include "attempt/flow.hpp"
#include "connection/chosen.hpp"
#include "connection/states.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {
namespace {

/// The access point's answer to a verb. A refusal is counted and rethrown.
template <class Output, class Input>
Output askAccessPoint(Call& call, const std::optional<std::string>& named,
                      Output (*verb)(Call&, std::string_view, const Input&),
                      std::type_identity_t<Input> input) {
    const Chosen chosen = call.transaction([&] { return choose(call, named, "transmission"); });
    const std::string& provider = chosen.provider.id;
    input.settings = chosen.connection.settings;
    try {
        Output answer = askInTurn(call, verb, provider, input);
        call.transaction([&] { record(call, provider, true, std::nullopt, false); });
        return answer;
    } catch (const ApiError& refusal) {
        call.transaction([&] { recordRefusal(call, provider, refusal); });
        throw;
    }
}

/// The value of another enumeration with the same text.
template <class To, class From>
To sameIn(From from) {
    To to{};
    fromText(toText(from), to);
    return to;
}

} // namespace

commands::ReachOutput commands::reach(Call& call, const commands::ReachInput& input) {
    using Type = verbs::ReachInputDocumentType;
    const auto answer =
        askAccessPoint(call, input.provider, verbs::reach,
                       {.receiver = input.receiver, .documentType = sameIn<Type>(input.documentType)});
    return {.reachable = answer.reachable};
}

commands::TransmitOutput commands::transmit(Call& call, const commands::TransmitInput& input) {
    using Type = verbs::TransmitInputDocumentType;
    auto answer = askAccessPoint(call, input.provider, verbs::transmit,
                                 {.key = input.key,
                                  .receiver = input.receiver,
                                  .documentType = sameIn<Type>(input.documentType),
                                  .content = input.content});
    return {.reference = std::move(answer.reference)};
}

commands::TransmissionOutput commands::transmission(Call& call, const commands::TransmissionInput& input) {
    auto answer =
        askAccessPoint(call, input.provider, verbs::transmissionState, {.reference = input.reference});
    return {.state = sameIn<TransmissionOutputState>(answer.state),
            .error = std::move(answer.error),
            .evidence = std::move(answer.evidence)};
}

} // namespace svc::integrations
