#pragma once

#include <string>

#include <svc/error.hpp>

namespace svc::host {

/// A call of the host that came at the wrong time: a mistake of a plugin, which has a name.
class WorkFault : public Fault {
public:
    /// `code`: no-transaction, network-in-transaction, not-outside, transaction-open, lease-lost.
    WorkFault(std::string code, const std::string& message)
        : Fault(code + ": " + message), code_(std::move(code)) {}
    const std::string& code() const noexcept { return code_; }

private:
    std::string code_;
};

/// Another host holds the lease of the job.
inline constexpr const char* LeaseLost = "lease-lost";
/// Somebody else would be waited for while rows are locked.
inline constexpr const char* NetworkInTransaction = "network-in-transaction";

} // namespace svc::host
