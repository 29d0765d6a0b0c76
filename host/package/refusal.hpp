#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace svc::host::package {

/// A package, the store or a command on it is refused: nothing was changed.
class PackageRefused : public std::runtime_error {
public:
    /// Is it the file that is wrong, or what is already installed?
    enum class Kind { Package = 1, Conflict };

    /// `code` as in docs/operations/plugin-packages.md, `remedy` a sentence for the administrator.
    PackageRefused(std::string code, const std::string& remedy, Kind kind = Kind::Package)
        : std::runtime_error(code + ": " + remedy), code_(std::move(code)), kind_(kind) {}

    const std::string& code() const noexcept { return code_; }
    Kind kind() const noexcept { return kind_; }

private:
    std::string code_;
    Kind kind_;
};

} // namespace svc::host::package
