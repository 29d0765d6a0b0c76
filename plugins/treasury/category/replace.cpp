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

/// Refuses a number that is not an account of its chart: exports in that chart would show it as another
/// account.
void checkAccount(Call& call, const std::string& chart, const std::string& number, const std::string& path) {
    if (calls::ledger::offersAccountFits(call) &&
        !calls::ledger::accountFits(call, {.chart = chart, .account = number}).fits) {
        throw fieldInvalid(path);
    }
}

Category categoryFrom(Call& call, const api::TransactionCategoryInput& given, const std::string& path) {
    Category category{
        .key = given.key, .label = given.label, .direction = given.direction, .accounts = Json::object()};
    if (given.accounts.isObject()) {
        for (const Json::Member& account : given.accounts.members()) {
            if (const auto number = given.accounts.optionalText(account.name)) {
                checkAccount(call, account.name, *number, path + ".accounts." + account.name);
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
        const std::string path = "categories[" + std::to_string(categories.size()) + ']';
        for (const Category& other : categories) {
            if (other.key == given.key) {
                throw fieldInvalid(path + ".key");
            }
        }
        categories.push_back(categoryFrom(request, given, path));
    }
    CategoryStore store(request);
    const Json before = byKey(store.all());
    store.replace(categories);
    request.history("transaction_categories", "transaction_categories", "updated",
                    changesBetween(before, byKey(categories)));
    return categories;
}

} // namespace svc::treasury
