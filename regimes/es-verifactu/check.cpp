#include "bindings.hpp"
#include "rules/vectors.hpp"

namespace svc::es_verifactu {

Json commands::check(Call&, const Json& given) {
    return checkVector(given);
}

} // namespace svc::es_verifactu
