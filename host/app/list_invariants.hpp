#pragma once

#include <svc/list_declaration.hpp>

#include "host/app/verification.hpp"

namespace svc::host::app {

/// Invariants that the stored counts, sums and search words of a declared list match its records.
std::vector<Invariant> listInvariants(const ListDeclaration& list);

} // namespace svc::host::app
