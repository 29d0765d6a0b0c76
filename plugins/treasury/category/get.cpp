#include "category/get.hpp"

#include "category/rules/default_categories.hpp"
#include "movement/rules/posting.hpp"

namespace svc::treasury {

Category categoryOf(Call& call, const std::optional<std::string>& key) {
    if (auto category = CategoryStore(call).find(key ? std::string_view(*key) : Unclassified)) {
        return *std::move(category);
    }
    if (key && *key != Unclassified) {
        throw unknownName(400, "category-unknown", *key);
    }
    const DefaultCategory& known = defaultCategories().back();
    return {.key = std::string(known.key),
            .label = std::string(known.label(call.language())),
            .direction = api::CategoryDirection::Both,
            .accounts = Json::object()};
}

std::optional<commands::CategoryOutput> commands::category(Call& call, const commands::CategoryInput& input) {
    const auto found = CategoryStore(call).find(input.key);
    if (!found) {
        return std::nullopt;
    }
    return commands::CategoryOutput{.key = found->key,
                                    .label = found->label,
                                    .direction = found->direction,
                                    .role = std::string(categoryRole(found->key, input.direction)),
                                    .accounts = found->accounts};
}

} // namespace svc::treasury
