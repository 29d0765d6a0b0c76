#include "rules/stay.hpp"

namespace svc::stays {

bool isAllowed(Status from, Move move) {
    return from == (move == Move::CheckOut ? Status::CheckedIn : Status::Booked);
}

void setNights(Stay& stay, Date arrival, Date departure) {
    stay.arrival = arrival;
    stay.departure = departure;
    stay.nights = departure.daysSince(arrival);
}

} // namespace svc::stays
