#include "domain/stay.hpp"

namespace svc::stays {

bool isAllowed(const Stay& stay, Move move) {
    return stay.status == (move == Move::CheckOut ? "checked_in" : "booked");
}

} // namespace svc::stays
