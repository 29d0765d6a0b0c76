#include "store.hpp"

namespace svc::stays {

std::optional<commands::DocumentStayOutput> commands::documentStay(Call& call,
                                                                   const commands::DocumentStayInput& input) {
    const auto stay = findStay(call, input.id);
    if (!stay) {
        return std::nullopt;
    }
    return commands::DocumentStayOutput{.id = stay->id,
                                        .date = stay->arrival,
                                        .partnerId = stay->partnerId,
                                        .label = stay->unit + ' ' + stay->arrival.toString()};
}

} // namespace svc::stays
