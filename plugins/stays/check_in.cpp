#include "check_in.hpp"

#include "moves.hpp"
#include "store.hpp"

namespace svc::stays {

Answer<200, Stay> checkInStay(Request& request, const api::CheckInStayParameters& parameters,
                              const api::StayMove&) {
    Stay stay = requireStay(request, parameters.stayId, Move::CheckIn);
    const Status before = stay.status;
    stay.status = Status::CheckedIn;
    stay.checkedInAt = request.now();
    updateStay(request, stay);
    emitCheckedIn(request, stay);
    recordMove(request, stay, before);
    return answerOf(stay);
}

void emitCheckedIn(Call& call, const Stay& stay) {
    emit(call, events::StayCheckedIn{.id = stay.id,
                                     .unit = stay.unit,
                                     .partner = stay.partner,
                                     .arrival = stay.arrival,
                                     .departure = stay.departure,
                                     .guests = stay.guests,
                                     .checkedInAt = stay.checkedInAt.value()});
}

} // namespace svc::stays
