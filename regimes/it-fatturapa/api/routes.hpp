#pragma once

#include <svc/plugin.hpp>

namespace svc::fatturapa {

/// Takes a message of SdI that came another way than through the intermediary.
Response takeMessage(Request& request);
/// A file as it is sent.
Response readFile(Request& request);

} // namespace svc::fatturapa
