#include "keep_certificate.hpp"

namespace svc::verifactu {

Json keepCertificate(Call& call, const Json& input) {
    const std::string name = input.textOr("name");
    if (const auto pem = input.optionalText("pem")) {
        call.secrets().put(name, *pem);
    } else {
        call.secrets().remove(name);
    }
    return Json::object();
}

} // namespace svc::verifactu
