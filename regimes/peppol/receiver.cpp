#include <algorithm>
#include <array>
#include <cctype>

#include "own.hpp"

namespace svc::peppol {

/// Receivers with a Leitweg-ID require XRechnung and belong to de-xrechnung; receivers with an address of the
/// Italian exchange system belong to it-fatturapa. Schemes of letters (EM, an e-mail address) are not those
/// of a network.
bool concerns(std::string_view receiver) {
    constexpr std::array<std::string_view, 4> Others = {"0201:", "0202:", "0204:", "0205:"};
    return receiver.find(':') != std::string_view::npos &&
           !std::isalpha(static_cast<unsigned char>(receiver[0])) &&
           std::none_of(Others.begin(), Others.end(),
                        [&](std::string_view scheme) { return receiver.starts_with(scheme); });
}

} // namespace svc::peppol
