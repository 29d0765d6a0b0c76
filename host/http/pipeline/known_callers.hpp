#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>
#include <unordered_set>

namespace svc::host::http {

/// Cache of credentials that were valid for a company at their last request. It only selects the group in
/// which a request waits for a thread, before any look-up: it grants no access, and a caller without valid
/// credentials cannot occupy the places of a company. Thread-safe.
class KnownCallers {
public:
    using Mark = std::uint64_t;

    static Mark markOf(std::string_view credential, std::string_view company) noexcept;

    bool knows(Mark mark) const;
    void keep(Mark mark);
    void forget(Mark mark);

private:
    static constexpr std::size_t Most = 16 * 1024;
    mutable std::mutex mutex_;
    std::unordered_set<Mark> marks_;
};

} // namespace svc::host::http
