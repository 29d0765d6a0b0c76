#include "moves.hpp"
#include "store.hpp"

namespace svc::stays {

Answer<200, Stay> cancelStay(Request& request, const api::CancelStayParameters& parameters,
                             const api::StayMove&) {
    Stay stay = requireStay(request, parameters.stayId, Move::Cancel);
    const Status before = stay.status;
    stay.status = Status::Cancelled;
    stay.cancelledAt = request.now();
    updateStay(request, stay);
    freeNights(request, stay, stay.arrival);
    recordMove(request, stay, before);
    return answerOf(stay);
}

} // namespace svc::stays
