#pragma once

#include <string>
#include <string_view>

#include "sdk/bind/nearest.hpp"

namespace svc::host::config {

/// ` (did you mean "sales"?)`: the one of `words` that is near to the mistyped one; empty when none is.
template <class Words>
std::string didYouMean(std::string_view word, const Words& words) {
    const std::string_view found = bindgen::nearest(word, words);
    return found.empty() ? std::string() : " (did you mean \"" + std::string(found) + "\"?)";
}

} // namespace svc::host::config
