#pragma once

#include <svc/list_declaration.hpp>

#include "host/app/verification.hpp"

namespace svc::host::app {

/// That what is kept of a declared list is what its records are: counts and sums, and words.
std::vector<Invariant> listInvariants(const ListDeclaration& list);

} // namespace svc::host::app
