#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::config {

struct PlanLimit {
    static constexpr std::int64_t None = -1;

    std::string key; ///< as in `plan-limit:<key>:<allowed>`
    std::int64_t allowed = None;
};

struct Plan {
    std::string name;
    std::vector<PlanLimit> limits; ///< every key, in the order of api-definitions 4.6

    /// PlanLimit::None for a key that is not limited.
    std::int64_t allowed(std::string_view key) const noexcept;
};

/// config/plans.yaml; immutable once loaded.
class Plans {
public:
    /// Throws ConfigError with every mistake of the file.
    static Plans load(const std::filesystem::path& path);

    /// The plan of this name, or nullptr.
    const Plan* find(std::string_view name) const noexcept;

    /// The plan of companies that people create themselves.
    const Plan& standard() const noexcept { return plans_[default_]; }

    const std::vector<Plan>& all() const noexcept { return plans_; }

private:
    std::vector<Plan> plans_;
    std::size_t default_ = 0;
};

} // namespace svc::host::config
