#pragma once

#include <string_view>

namespace svc::pl_ksef {

inline constexpr std::string_view RegimeId = "pl-ksef";

} // namespace svc::pl_ksef
