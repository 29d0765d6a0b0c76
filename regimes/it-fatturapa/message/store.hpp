#pragma once

#include <string_view>
#include <vector>

#include <svc/call.hpp>

#include "file/store.hpp"
#include "message/rules/message.hpp"

namespace svc::fatturapa {

/// Keeps a message once; false when it is there already.
bool keepMessage(Call& call, const StoredFile& file, const Message& message, std::string_view content);
/// In the order in which they came.
std::vector<Message> messagesOf(Call& call, const StoredFile& file);

} // namespace svc::fatturapa
