#pragma once

#include <string>

#include <svc/call.hpp>

#include "deposit/store.hpp"
#include "platform/settings.hpp"

namespace svc::fr_einvoicing {

/// A document with the data for its file.
struct Paper {
    std::string kind = {}; ///< sale or credit_note
    Document document = {};
    Json buyer = {};
    std::string process = {}; ///< BT-23
};
Paper paperOf(Call& call, const std::string& kind, const std::string& id);

/// The file in base 64, or the first field that must be corrected.
struct Made {
    std::string content = {};
    std::string field = {};
    std::string reason = {};
};
Made fileOf(Call& call, const Paper& paper, const Settings& settings);

} // namespace svc::fr_einvoicing
