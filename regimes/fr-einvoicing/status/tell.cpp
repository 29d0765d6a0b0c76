#include "status/tell.hpp"

#include "local_time.hpp"
#include "status/store.hpp"

namespace svc::fr_einvoicing {

std::string companyName(Call& call) {
    const Json record = call.companyRecord();
    return record.textOr("legalName", record.textOr("name"));
}

void tell(Call& call, const Settings& settings, const std::string& about, const std::string& cause,
          StatusMessage message) {
    const Uuid id = call.newUuid();
    message.id = id.toString();
    message.madeAt = localTime(call);
    message.profile = settings.statusProfile;
    const OutgoingStatus one{
        .id = id, .about = about, .code = message.code, .cause = cause, .message = writeStatus(message)};
    if (insertStatus(call, one)) {
        jobs::fileSendStatus(call, about, call.now(), {.status = id.toString()}, id.toString());
    }
}

} // namespace svc::fr_einvoicing
