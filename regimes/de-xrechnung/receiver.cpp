#include "leitweg_id.hpp"
#include "own.hpp"

namespace svc::de_xrechnung {
namespace {

constexpr std::string_view LeitwegScheme = "0204:";

} // namespace

bool concerns(std::string_view receiver) {
    return receiver.starts_with(LeitwegScheme);
}

/// Both the buyer's address and the buyer reference (BT-10) must be a Leitweg-ID; the reference may be that
/// of another office than the receiving one.
std::string objection(std::string_view receiver, std::string_view buyerReference) {
    if (!isLeitwegId(receiver.substr(LeitwegScheme.size()))) {
        return "partner.peppolId";
    }
    return isLeitwegId(buyerReference) ? "" : "partner.buyerReference";
}

} // namespace svc::de_xrechnung
