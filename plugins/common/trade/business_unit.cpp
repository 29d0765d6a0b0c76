#include "trade/business_unit.hpp"

namespace svc::trade {

std::optional<BusinessUnit> findBusinessUnit(Call& call, const std::optional<PrefixedId<"bus">>& id) {
    const std::optional<std::string> text = id ? std::optional(id->toString()) : std::nullopt;
    std::optional<Json> unit = call.businessUnit(text);
    if (!unit) {
        return std::nullopt;
    }
    BusinessUnit found{.id = PrefixedId<"bus">::parse((*unit)["id"].text()).value(),
                       .name = unit->textOr("name"),
                       .defaultLocationId = PrefixedId<"loc">::parse(unit->textOr("defaultLocationId")),
                       .archived = unit->optionalBool("archived").value_or(false)};
    found.facts = *std::move(unit);
    return found;
}

} // namespace svc::trade
