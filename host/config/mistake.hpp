#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace svc::host::config {

/// One mistake in a file that a person wrote: its place, what was found and what was expected.
struct Mistake {
    std::string file;
    int line = 0; ///< from 1; 0 when the mistake has no line (an environment variable, a missing file)
    std::string key;
    std::string found;
    std::string expected;

    /// `FILE:LINE: KEY: found X, expected Y`
    std::string text() const;
};

/// All mistakes, by file and line. what() has one line for each.
class ConfigError : public std::runtime_error {
public:
    explicit ConfigError(std::vector<Mistake> mistakes);

    const std::vector<Mistake>& mistakes() const noexcept { return mistakes_; }

private:
    std::vector<Mistake> mistakes_;
};

/// The lines of `mistakes`, each ended by a line feed.
std::string describe(const std::vector<Mistake>& mistakes);

} // namespace svc::host::config
