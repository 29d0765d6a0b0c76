#include "bindings.hpp"
#include "rules/vectors.hpp"

namespace svc::at_rksv {

Json commands::check(Call&, const Json& given) {
    return checkVector(given);
}

} // namespace svc::at_rksv
