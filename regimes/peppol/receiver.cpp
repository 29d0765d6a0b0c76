#include <algorithm>
#include <array>

#include "own.hpp"

namespace svc::peppol {

/// Receivers with a Leitweg-ID require XRechnung and belong to de-xrechnung; receivers with an address of the
/// Italian exchange system belong to it-fatturapa.
bool concerns(std::string_view receiver) {
    constexpr std::array<std::string_view, 4> Others = {"0201:", "0202:", "0204:", "0205:"};
    return receiver.find(':') != std::string_view::npos &&
           std::none_of(Others.begin(), Others.end(),
                        [&](std::string_view scheme) { return receiver.starts_with(scheme); });
}

} // namespace svc::peppol
