/// The Leitweg-ID, the address of public buyers in Germany.
/// Source: KoSIT, Leitweg-ID format specification, version 2.0.2.
#pragma once

#include <string_view>

namespace svc::de_xrechnung {

/// `<2 to 12 digits>[-<up to 30 letters and digits>]-<two check digits>`, check digits by ISO/IEC 7064
/// MOD 97-10 with letters as 10 to 35.
bool isLeitwegId(std::string_view text) noexcept;

} // namespace svc::de_xrechnung
