#pragma once

#include <optional>
#include <string>
#include <utility>

#include <svc/lately_used.hpp>

namespace svc::host {

/// Cache of the business units of a company, as UnitOfWork::businessUnit gives them. It belongs to one
/// version of the company's row: a change of a unit writes that row anew (trigger business_unit_changed), so
/// whoever has proved the version may use the cache without another read. Thread-safe.
class UnitMemory {
public:
    /// `companyWritten`: the transaction that wrote the row of the company (xmin).
    explicit UnitMemory(std::string companyWritten) : companyWritten_(std::move(companyWritten)) {}

    /// The unit with this UUID, or the default one of the company. Nothing when it is not cached.
    std::optional<std::string> find(const std::optional<std::string>& uuid) const {
        return units_.find(uuid.value_or(""));
    }
    /// Stores a unit, unless it was read beside another version of the company's row.
    void keep(const std::optional<std::string>& uuid, std::string_view companyWritten,
              const std::string& unit) {
        if (companyWritten == companyWritten_) {
            units_.keep(uuid.value_or(""), unit);
        }
    }

private:
    std::string companyWritten_;
    LatelyUsed<std::string, std::string, 64> units_;
};

} // namespace svc::host
