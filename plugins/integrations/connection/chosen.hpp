#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "connection/store.hpp"
#include "provider/provider.hpp"

namespace svc::integrations {

struct Chosen {
    Provider provider;
    Connection connection;
};

/// The connected provider that can do it: the one that is named, else one that works rather than one in
/// error; nothing when there is none.
std::optional<Chosen> findCapable(Call& call, const std::optional<std::string>& named,
                                  std::string_view capability);
/// The same. Refuses with integration-not-connected.
Chosen choose(Call& call, const std::optional<std::string>& named, std::string_view capability);

} // namespace svc::integrations
