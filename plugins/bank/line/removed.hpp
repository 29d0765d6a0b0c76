#pragma once

#include "line/store/lines.hpp"

namespace svc::bank {

/// The bank has taken a line back, which is locked: one that waits is ignored. One that was matched or
/// recorded stays what it is, since money was booked for it: `removedAt` and its history tell a person, who
/// reopens it.
void withdrawLine(Call& call, Line line);
/// The bank has it after all: a line that was ignored because it was taken back waits again.
void restoreLine(Call& call, Line line);

} // namespace svc::bank
