#pragma once

#include <map>
#include <string>
#include <vector>

#include "host/config/config.hpp"
#include "host/plugin/declaration.hpp"
#include "host/plugin/library.hpp"

namespace svc::host::plugin {

/// Declarations of enabled plugins by their ids.
using EnabledPlugins = std::map<std::string, const Declaration*>;

/// Plugins whose requirements lead back to themselves.
class Cycle : public Refused {
public:
    explicit Cycle(const std::string& id);

    const std::string& id() const noexcept { return id_; }

private:
    std::string id_;
};

/// The plugins in the order of their requirements; if possible a plugin comes after those whose commands it
/// uses, so that its demonstration finds their data. Every required plugin must be in `enabled`. Throws
/// Cycle.
std::vector<const Declaration*> inOrder(const EnabledPlugins& enabled);

/// Requirements of the enabled plugins that no enabled plugin meets. Those on a plugin that the configuration
/// enables and whose files are wrong are left out: that is a mistake of its own.
std::vector<config::Mistake> missingRequirements(const EnabledPlugins& enabled,
                                                 const std::map<std::string, Declaration>& found,
                                                 const config::Config& configuration);

/// Throws Refused when a plugin that this one cannot do without has been refused. `refused`: ids and reasons.
void checkStillThere(const Declaration& declaration, const std::map<std::string, std::string>& refused,
                     const std::map<std::string, Declaration>& found);

} // namespace svc::host::plugin
