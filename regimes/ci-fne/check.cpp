#include "bindings.hpp"
#include "rules/vectors.hpp"

namespace svc::ci_fne {

Json commands::check(Call&, const Json& given) {
    return checkVector(given);
}

} // namespace svc::ci_fne
