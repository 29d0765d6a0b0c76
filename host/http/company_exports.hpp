#pragma once

#include <svc/id.hpp>

#include <memory>

namespace svc::host::http {

/// The exports that each company has under way: being written, or on their way to a client that may be slow.
class CompanyExports {
public:
    explicit CompanyExports(unsigned most);

    /// A place for one more, free again when its last copy is gone; nothing when the company has as many as
    /// it may. Any thread may ask.
    std::shared_ptr<void> enter(const Uuid& company);

private:
    struct Places;
    std::shared_ptr<Places> places_; ///< also of the answers that are still being sent
};

} // namespace svc::host::http
