#pragma once

#include <svc/http.hpp>

namespace svc::fatturapa {

/// Takes a message of SdI that came another way than through the intermediary.
Response takeMessage(Request& request);

} // namespace svc::fatturapa
