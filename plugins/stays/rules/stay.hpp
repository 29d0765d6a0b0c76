#pragma once

#include <cstdint>

#include <records.hpp>

namespace svc::stays {

/// A guest occupies a unit from arrival to departure. The record is the one that the API shows.
using Stay = api::Stay;
using Status = api::StayStatus;

/// The longest stay; more is taken for a typing error.
inline constexpr std::int64_t MaxNights = 366;

enum class Move { CheckIn = 1, CheckOut, Cancel };

/// booked → checked_in → checked_out; booked → cancelled.
bool isAllowed(Status from, Move move);

/// Sets arrival and departure, and the number of nights.
void setNights(Stay& stay, Date arrival, Date departure);

} // namespace svc::stays
