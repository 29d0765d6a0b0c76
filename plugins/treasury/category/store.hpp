#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <bindings.hpp>

namespace svc::treasury {

using Category = api::TransactionCategory;

/// Categories of free movements, for one call.
class CategoryStore {
public:
    explicit CategoryStore(Call& call) : call_(call), company_(call.companyId()) {}

    std::optional<Category> find(std::string_view key);
    std::vector<Category> all();
    /// Replaces all categories by the given ones, in their order.
    void replace(const std::vector<Category>& categories);

private:
    Call& call_;
    Uuid company_;
};

} // namespace svc::treasury
