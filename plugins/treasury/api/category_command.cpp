#include "api/commands.hpp"

#include "domain/posting.hpp"
#include "store/category_store.hpp"

namespace svc::treasury {

Json categoryCommand(Call& call, const Json& input) {
    const auto category = CategoryStore(call).find(input.textOr("key"));
    if (!category) {
        return Json(nullptr);
    }
    const Direction direction = input.textOr("direction", "out") == "in" ? Direction::In : Direction::Out;
    return Json::object({{"key", category->key},
                         {"label", category->label},
                         {"direction", category->direction},
                         {"role", categoryRole(category->key, direction)},
                         {"accounts", category->accounts}});
}

} // namespace svc::treasury
