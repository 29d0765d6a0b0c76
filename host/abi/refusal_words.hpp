#pragma once

#include <string>

#include "host/abi/call.hpp"

namespace svc::host::abi {

/// What the other side says of its refusal: its own code and its words, each empty when it has none.
struct RefusalWords {
    std::string code;
    std::string words;
};

/// Of an answer that refuses (4xx, 5xx), else nothing. Without what is secret: what this call of the plugin
/// has read of its secrets, what the request carried to be let in, and the secrets among the settings of the
/// plugin.
RefusalWords refusalWords(const svc_call& call, const HttpRequest& sent, const HttpAnswer& answer);

} // namespace svc::host::abi
