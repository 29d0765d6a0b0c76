#pragma once

#include "host/db/connection.hpp"
#include "host/db/transaction.hpp"

#include <svc/id.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace svc::host::api {

/// Replaces the recovery codes of a person by ten new ones, which are shown once: only digests are kept.
std::vector<std::string> makeRecoveryCodes(db::Transaction& transaction, const Uuid& user);
void dropRecoveryCodes(db::Transaction& transaction, const Uuid& user);

/// Uses a code up. False when it is none of the person's, or was used before. Blanks, dashes and case do not
/// count.
bool useRecoveryCode(db::Connection& connection, const Uuid& user, std::string_view code);

} // namespace svc::host::api
