#include "bindings.hpp"
#include "rules/vectors.hpp"

namespace svc::pt_certified {

Json commands::check(Call&, const Json& given) {
    return checkVector(given);
}

} // namespace svc::pt_certified
