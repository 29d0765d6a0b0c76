#include "location/store.hpp"

namespace svc::stock {

std::optional<commands::LocationOutput> commands::location(Call& call, const commands::LocationInput& input) {
    const auto found = input.id ? readLocation(call, *input.id) : defaultLocation(call, input.businessUnitId);
    if (!found) {
        return std::nullopt;
    }
    return commands::LocationOutput{.id = found->id,
                                    .businessUnitId = found->businessUnitId,
                                    .name = found->name,
                                    .archived = found->archived};
}

} // namespace svc::stock
