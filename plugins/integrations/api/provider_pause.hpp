#pragma once

#include <optional>
#include <string_view>

#include <svc/date.hpp>

namespace svc::integrations {

/// A provider that answers nobody is left alone for a while, so that not every company asks it in turn. Kept
/// in memory: each host finds out by itself. Of feeds that the clock asks for; a person who asks is the one
/// who tries.
class ProviderPause {
public:
    /// Nothing when it may be called.
    static std::optional<Instant> until(std::string_view provider, Instant now);
    static void failed(std::string_view provider, Instant now);
    static void answered(std::string_view provider);
};

} // namespace svc::integrations
