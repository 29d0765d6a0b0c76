#pragma once

#include "support/running_service.hpp"

namespace svc::test {

/// What must hold between the modules of a service whatever was done to it, for every company, read by SQL
/// past row-level security: entries balance, numbers are dense, each sale has its event, payments add up,
/// quantities and values are those of the movements, wallets, stock and partners agree with the books.
/// Modules that are not enabled are left out. Each broken rule is a test failure that names the rows.
void expectInvariants(const RunningService& service);

} // namespace svc::test
