#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <svc/call.hpp>

#include "tse/tse.hpp"

namespace svc::de_kassensichv {

struct Device {
    std::int64_t number = 0;
    std::string serial;
    std::string algorithm;
    std::string timeFormat;
    std::string publicKey;
};
/// The devices that signed the receipts of a range.
std::vector<Device> devicesOf(Call& call, std::int64_t first, std::int64_t last);
/// The number of the device that signed; a new one for a device that is not known yet.
std::int64_t deviceNumber(Call& call, const TseSignature& one);

} // namespace svc::de_kassensichv
