#pragma once

#include "line/store/lines.hpp"

namespace svc::bank {

/// Handles the removal of a line by the bank; the line is locked. An unmatched line is ignored. A matched or
/// recorded line keeps its status, because money was booked for it: `removedAt` and the history tell a user,
/// who reopens it.
void withdrawLine(Call& call, Line line);
/// The bank reports the line again: a line that was ignored because of its removal is unmatched again.
void restoreLine(Call& call, Line line);

} // namespace svc::bank
