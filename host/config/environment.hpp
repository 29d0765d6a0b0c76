#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::config {

/// Looks up an environment variable; a parameter so that tests need not change the process.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;

/// The environment of this process.
Environment processEnvironment();

struct Substitution {
    std::string text;
    bool changed = false;             ///< something was replaced, $${ included
    bool open = false;                ///< a ${ has no closing }
    std::vector<std::string> unknown; ///< names in ${} that are not set or not valid
};

/// Replaces each ${NAME}; $${ becomes ${. Removes unknown variables.
Substitution substitute(std::string_view text, const Environment& environment);

} // namespace svc::host::config
