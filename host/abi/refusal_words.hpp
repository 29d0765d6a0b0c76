#pragma once

#include <string>

#include "host/abi/call.hpp"

namespace svc::host::abi {

/// What the called service says about its refusal: its error code and its message, each empty when absent.
struct RefusalWords {
    std::string code;
    std::string words;
};

/// The code and the message of an answer 4xx or 5xx; empty for other answers. Secrets are removed: plugin
/// secrets that this call has read, credentials in the request, and secrets among the settings of the plugin.
RefusalWords refusalWords(const svc_call& call, const HttpRequest& sent, const HttpAnswer& answer);

} // namespace svc::host::abi
