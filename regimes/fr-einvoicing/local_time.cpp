#include "local_time.hpp"

namespace svc::fr_einvoicing {

std::string localTime(Call& call) {
    std::string time = call.localTime(call.now());
    std::erase_if(time, [](char c) { return c < '0' || c > '9'; });
    return time;
}

Instant instantOf(Call& call, const std::string& localTime) {
    return call.db()
        .query("SELECT $1::timestamp AT TIME ZONE $2", localTime, call.company().timeZone)[0]
        .instant(0);
}

} // namespace svc::fr_einvoicing
