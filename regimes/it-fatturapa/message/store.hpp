#pragma once

#include <string_view>
#include <vector>

#include <svc/call.hpp>

#include "file/store.hpp"
#include "message/rules/message.hpp"

namespace svc::it_fatturapa {

/// Stores a message; false when it is stored already.
bool keepMessage(Call& call, const StoredFile& file, const Message& message, std::string_view content);
/// In the order of their arrival.
std::vector<Message> messagesOf(Call& call, const StoredFile& file);

} // namespace svc::it_fatturapa
