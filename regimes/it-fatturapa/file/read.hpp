#pragma once

#include <svc/http.hpp>

namespace svc::fatturapa {

/// A file as it is sent.
Response readFile(Request& request);

} // namespace svc::fatturapa
