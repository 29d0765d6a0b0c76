/// @file The regime for which the sources of regimes/common/emcf are compiled.
#pragma once

#include "bindings.hpp"
#include "profile.hpp"

namespace svc::emcf {

namespace own = svc::bj_emcf;

} // namespace svc::emcf
