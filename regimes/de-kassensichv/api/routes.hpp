#pragma once

#include <svc/plugin.hpp>

namespace svc::kassensichv {

/// The closings of a period as a ZIP file of the DSFinV-K.
Response exportDsfinvk(Request& request);
/// Times in which the TSE did not sign, newest first.
Response listOutages(Request& request);
/// Is a printed code signed by the device that it names?
Response verifyReceipt(Request& request);

} // namespace svc::kassensichv
