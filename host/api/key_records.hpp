#pragma once

#include "host/auth/api_key.hpp"
#include "host/core/unit_of_work.hpp"
#include "host/db/rows.hpp"

#include <svc/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace svc::host::api {

/// The version that new keys are pinned to (api 2).
inline constexpr std::string_view CurrentVersion = "3.0";

struct NewKey {
    std::string name;
    auth::KeyMode mode = auth::KeyMode::Live;
    std::vector<std::string> scopes;
    std::optional<Instant> expiresAt;
    std::vector<std::string> allowedIps;
    std::string apiVersion = std::string(CurrentVersion);
};

/// The columns of svc.api_key that keyRecord reads.
inline constexpr std::string_view KeyColumns =
    "id, name, mode, prefix, array_to_string(scopes, ' '), expires_at, array_to_string(allowed_ips, ' '), "
    "api_version,"
    " last_used_at, created_at, created_by_kind, created_by_id, revoked_at";

/// The record of a key as lists show it (api 16.1).
Json keyRecord(const db::Rows& rows, std::size_t row);

/// Creates a key in the company of the unit of work. The answer is the record with `key`, the only time that
/// its text is shown.
Json insertKey(UnitOfWork& work, const NewKey& key);

} // namespace svc::host::api
