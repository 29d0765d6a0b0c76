#include <svc/changes.hpp>

#include "category/store.hpp"

namespace svc::treasury {
namespace {

/// The categories by their keys.
Json byKey(const std::vector<Category>& categories) {
    Json records = Json::object();
    for (const Category& category : categories) {
        records.set(category.key, Json::parse(bind::textOf(category)));
    }
    return records;
}

Category categoryFrom(const api::TransactionCategoryInput& given) {
    Category category{
        .key = given.key, .label = given.label, .direction = given.direction, .accounts = Json::object()};
    if (given.accounts.isObject()) {
        for (const Json::Member& account : given.accounts.members()) {
            if (const auto number = given.accounts.optionalText(account.name)) {
                category.accounts.add(account.name, *number);
            }
        }
    }
    return category;
}

} // namespace

Answer<200, std::vector<api::TransactionCategory>>
replaceTransactionCategories(Request& request, const api::ReplaceTransactionCategoriesBody& body) {
    std::vector<Category> categories;
    for (const api::TransactionCategoryInput& given : body.categories) {
        for (const Category& other : categories) {
            if (other.key == given.key) {
                throw fieldInvalid("categories[" + std::to_string(categories.size()) + "].key");
            }
        }
        categories.push_back(categoryFrom(given));
    }
    CategoryStore store(request);
    const Json before = byKey(store.all());
    store.replace(categories);
    request.history("transaction_categories", "transaction_categories", "updated",
                    changesBetween(before, byKey(categories)));
    return categories;
}

} // namespace svc::treasury
