#pragma once

#include <cstdint>

#include "bindings.hpp"

namespace svc::stays {

/// Somebody sleeps in a unit from the arrival to the departure. The record is what the API shows of it.
using Stay = api::Stay;
using Status = api::StayStatus;

/// The longest stay; more is a slip of the pen.
inline constexpr std::int64_t MaxNights = 366;

enum class Move { CheckIn = 1, CheckOut, Cancel };

/// booked → checked_in → checked_out; booked → cancelled.
bool isAllowed(Status from, Move move);

/// Sets the nights to sleep there, and how many they are.
void setNights(Stay& stay, Date arrival, Date departure);

} // namespace svc::stays
