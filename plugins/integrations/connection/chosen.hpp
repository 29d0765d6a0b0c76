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

/// A connected provider with the capability: the named one, else preferably one that takes the currency
/// (empty: no money is involved), and among these one that works rather than one in error; nothing when there
/// is none.
std::optional<Chosen> findCapable(Call& call, const std::optional<std::string>& named,
                                  std::string_view capability, std::string_view currency = {});
/// The same. Refuses with integration-not-connected.
Chosen choose(Call& call, const std::optional<std::string>& named, std::string_view capability,
              std::string_view currency = {});

} // namespace svc::integrations
