#include "category/store.hpp"

namespace svc::treasury {

Answer<200, std::vector<api::TransactionCategory>>
listTransactionCategories(Request& request, const api::ListTransactionCategoriesParameters& parameters) {
    const std::vector<Category> categories = CategoryStore(request).all();
    return Answer<200, std::vector<api::TransactionCategory>>(rowsOn(parameters.page, categories))
        .total(static_cast<std::int64_t>(categories.size()));
}

} // namespace svc::treasury
