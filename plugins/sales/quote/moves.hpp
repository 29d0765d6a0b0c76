#pragma once

#include <string_view>

#include "bindings.hpp"
#include "quote/rules/quote.hpp"

namespace svc::sales {

/// Refuses with the code of a rule of quote/rules/states.hpp; an empty code refuses nothing.
void refuse(std::string_view code);

/// One line of history: the state that changed.
void recordMove(Call& call, const Quote& before, const Quote& after, std::string_view action);

/// The party that accepts or declines, in the input of a command. Refuses any other text with
/// `field-invalid:<field>`.
template <class Who>
Who whoOf(std::string_view text, std::string_view field) {
    Who who{};
    if (!fromText(text, who)) {
        throw fieldInvalid(field);
    }
    return who;
}

} // namespace svc::sales
