#pragma once

#include <optional>
#include <string>

#include "bindings.hpp"

namespace svc::integrations {

/// Asks the modules for the records that settings name: those of members with `x-id`, or with a pattern of an
/// identifier such as `^wal_`. Refuses with 400 `field-invalid:<path>`, then with 404 `wallet-not-found`,
/// `partner-not-found` and so on. A wallet that is archived is `field-invalid:<path>` too, unless `before`,
/// the settings until now, name the same one: it was archived afterwards.
void checkNamedRecords(Call& call, const Json& schema, const Json& settings, const std::string& path,
                       const Json& before = Json::object());

/// The wallet of the settings, into which payments are booked, when it is archived: until it is restored or
/// another one is named, they are held.
std::optional<WalletId> archivedWallet(Call& call, const Json& settings);

} // namespace svc::integrations
