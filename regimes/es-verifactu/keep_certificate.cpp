#include "bindings.hpp"

namespace svc::es_verifactu {

void commands::keepCertificate(Call& call, const commands::KeepCertificateInput& input) {
    if (input.pem) {
        call.secrets().put(input.name, *input.pem);
    } else {
        call.secrets().remove(input.name);
    }
}

} // namespace svc::es_verifactu
