#pragma once

#include "host/db/connection.hpp"
#include "host/db/transaction.hpp"

#include <svc/id.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace svc::host::api {

/// Replaces the recovery codes of a person by ten new ones. Only their digests are stored, so they are shown
/// once.
std::vector<std::string> makeRecoveryCodes(db::Transaction& transaction, const Uuid& user);
void dropRecoveryCodes(db::Transaction& transaction, const Uuid& user);

/// Marks a code as used. False when the person has no such code or has used it before. Blanks, dashes and
/// case are ignored.
bool useRecoveryCode(db::Connection& connection, const Uuid& user, std::string_view code);

} // namespace svc::host::api
