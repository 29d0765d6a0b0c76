#pragma once

#include <svc/id.hpp>

#include <memory>

namespace svc::host::http {

/// Limits the running exports of each company: those being written, or being sent to a client that may be
/// slow.
class CompanyExports {
public:
    explicit CompanyExports(unsigned most);

    /// Takes a place, which is freed with its last copy; null when the company has reached its limit.
    /// Thread-safe.
    std::shared_ptr<void> enter(const Uuid& company);

private:
    struct Places;
    std::shared_ptr<Places> places_; ///< shared with answers that are still being sent
};

} // namespace svc::host::http
