#include "moves.hpp"

#include <svc/changes.hpp>

namespace svc::stays {

Stay requireStay(Request& request, StayId id, Move move) {
    std::optional<Stay> stay = lockStay(request, id);
    if (!stay) {
        throw ApiError(404, "stay-not-found");
    }
    if (!isAllowed(stay->status, move)) {
        throw ApiError(400, "stay-state", {toText(stay->status)});
    }
    return std::move(*stay);
}

void recordMove(Call& call, const Stay& stay, Status before) {
    call.history("stay", stay.id.toString(), "stay." + std::string(toText(stay.status)),
                 changeOf("status", toText(before), toText(stay.status)));
}

Answer<200, Stay> answerOf(const Stay& stay) {
    return Answer<200, Stay>(stay).etag(stay.version);
}

} // namespace svc::stays
