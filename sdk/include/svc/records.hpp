/// @file The types of the members of generated records. The generated `records.hpp` includes this file.
/// Nothing here calls the host.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/actor.hpp>
#include <svc/amount_units.hpp>
#include <svc/date_or_instant.hpp>
#include <svc/field.hpp>

namespace svc::bind {

class Place; // svc/bindings.hpp

} // namespace svc::bind
