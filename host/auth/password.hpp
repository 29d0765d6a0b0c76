#pragma once

#include <string>
#include <string_view>

namespace svc::host::auth {

inline constexpr std::size_t MinimumPassword = 12;

/// At least 12 characters, not in the list of common passwords, not a repetition of one short pattern.
bool isStrongPassword(std::string_view password);

/// Is the password in the embedded list? Without regard to case.
bool isCommonPassword(std::string_view password);

/// `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`: the parameters are stored with the hash, so they can be raised
/// later. Takes some 0.3 s and 32 MiB; at most two are computed at once, others wait.
std::string hashPassword(std::string_view password);

/// False also for a hash of an unknown form. Costs the same as hashPassword.
bool verifyPassword(std::string_view password, std::string_view hash);

/// Takes the time of a verification, for addresses without an account.
void pretendToVerify(std::string_view password);

/// With true, new hashes of this process are fast and insecure: only for tests (testing.lightPasswords). Must
/// not be called while another thread hashes.
void setLightHashes(bool light);

} // namespace svc::host::auth
