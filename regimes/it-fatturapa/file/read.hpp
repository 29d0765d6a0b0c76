#pragma once

#include <svc/http.hpp>

namespace svc::fatturapa {

/// Downloads a file in the form in which it is sent.
Response readFile(Request& request);

} // namespace svc::fatturapa
