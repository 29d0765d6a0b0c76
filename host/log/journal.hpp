#pragma once

#include <string_view>

#include "host/log/log.hpp"

namespace svc::host::log {

/// Does the descriptor lead to the journal of systemd? `stream`: the value of the variable JOURNAL_STREAM,
/// which names the device and inode of the stream that systemd gave to the service; may be null.
bool isJournal(const char* stream, int descriptor);

/// What tells the journal the priority of a line (sd-daemon(3)); journald takes it off again.
std::string_view journalPrefix(Level level);

} // namespace svc::host::log
