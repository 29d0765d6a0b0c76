#pragma once

#include <svc/http.hpp>

namespace svc::fatturapa {

/// Takes a message of SdI that did not come through the intermediary.
Response takeMessage(Request& request);

} // namespace svc::fatturapa
