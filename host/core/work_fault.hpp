#pragma once

#include <string>

#include <svc/error.hpp>

namespace svc::host {

/// A host function that a plugin called in the wrong state: an error of the plugin, with a code.
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
/// The call would wait for another service while rows are locked.
inline constexpr const char* NetworkInTransaction = "network-in-transaction";

} // namespace svc::host
