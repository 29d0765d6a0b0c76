#include "api/routes.hpp"

#include <svc/changes.hpp>

#include "store/category_store.hpp"

namespace svc::treasury {

namespace {

Json toJson(const std::vector<Category>& categories) {
    Json records = Json::array();
    for (const Category& category : categories) {
        records.push(Json::object({{"key", category.key},
                                   {"label", category.label},
                                   {"direction", category.direction},
                                   {"accounts", category.accounts}}));
    }
    return records;
}

/// The categories by their keys.
Json byKey(const std::vector<Category>& categories) {
    const Json list = toJson(categories);
    Json records = Json::object();
    for (const Json& record : list.items()) {
        records.set(record["key"].text(), record);
    }
    return records;
}

} // namespace

Response listTransactionCategories(Request& request) {
    const std::vector<Category> categories = CategoryStore(request).all();
    return Response::json(200, toJson(categories)).total(static_cast<std::int64_t>(categories.size()));
}

Response replaceTransactionCategories(Request& request) {
    std::vector<Category> categories;
    for (const Json& given : request.body()["categories"].items()) {
        Category category;
        category.key = given.textOr("key");
        category.label = given.textOr("label", category.key);
        category.direction = given.textOr("direction", "both");
        for (const Category& other : categories) {
            if (other.key == category.key) {
                throw fieldInvalid("categories[" + std::to_string(categories.size()) + "].key");
            }
        }
        if (given["accounts"].isObject()) {
            for (const Json::Member& account : given["accounts"].members()) {
                if (const auto number = given["accounts"].optionalText(account.name)) {
                    category.accounts.add(account.name, *number);
                }
            }
        }
        categories.push_back(std::move(category));
    }
    CategoryStore store(request);
    const Json before = byKey(store.all());
    store.replace(categories);
    request.history("transaction_categories", "transaction_categories", "updated",
                    changesBetween(before, byKey(categories)));
    return Response::json(200, toJson(categories));
}

} // namespace svc::treasury
