#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>
#include <unordered_set>

namespace svc::host::http {

/// Credentials that were good for a company at their last request. It only tells in whose name a request
/// waits for a thread, before anything has been looked up: nobody is let in by it, and who has never been let
/// in cannot occupy the places of a company. Any thread may use it.
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
