#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <svc/id.hpp>

namespace svc::host::app {

/// Arguments on the command line that are not understood: svc-host prints the message and where to find help
/// on one line, and exits with 2.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The words after the command: options `--name value` or `--name=value`, flags `--name`, and the rest.
class Arguments {
public:
    /// `options` take a value, `flags` do not; any other argument that begins with `--` throws UsageError.
    Arguments(const std::vector<std::string>& words, const std::vector<std::string>& options,
              const std::vector<std::string>& flags);

    std::optional<std::string> option(const std::string& name) const;
    std::string required(const std::string& name) const;
    bool flag(const std::string& name) const { return flags_.count(name) != 0; }
    const std::vector<std::string>& rest() const { return rest_; }
    /// Throws UsageError when there are positional arguments.
    void requireNoRest(const std::string& command) const;

private:
    std::map<std::string, std::string> options_;
    std::map<std::string, bool> flags_;
    std::vector<std::string> rest_;
};

/// The option --company: com_… or its UUID; nothing without it.
std::optional<Uuid> companyOption(const Arguments& arguments);

} // namespace svc::host::app
