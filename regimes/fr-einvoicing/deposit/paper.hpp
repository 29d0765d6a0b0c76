#pragma once

#include <string>

#include <svc/call.hpp>

#include "deposit/store.hpp"
#include "platform/settings.hpp"

namespace svc::fr_einvoicing {

/// A document with what its file is made of.
struct Paper {
    std::string kind = {}; ///< sale or credit_note
    Document document = {};
    Json buyer = {};
    std::string process = {}; ///< BT-23
};
Paper paperOf(Call& call, const std::string& kind, const std::string& id);

/// A file in base 64, or the first thing that must be mended.
struct Made {
    std::string content = {};
    std::string field = {};
    std::string reason = {};
};
Made fileOf(Call& call, const Paper& paper, const Settings& settings);

} // namespace svc::fr_einvoicing
