#pragma once

#include <svc/http.hpp>

namespace svc::kassensichv {

/// The closings of a period as a ZIP file of the DSFinV-K.
Response exportDsfinvk(Request& request);

} // namespace svc::kassensichv
