#pragma once

#include <string_view>

#include <svc/call.hpp>

namespace svc::rksv {

inline constexpr std::string_view RegimeId = "at-rksv";

Json describe(Call& call, const Json& input);

} // namespace svc::rksv
