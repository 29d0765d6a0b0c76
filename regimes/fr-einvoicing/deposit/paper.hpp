#pragma once

#include <optional>
#include <string>

#include "bindings.hpp"
#include "deposit/store.hpp"
#include "platform/settings.hpp"
#include "rules/parties.hpp"

namespace svc::fr_einvoicing {

/// A document with the data for its file.
struct Paper {
    calls::compliance::FiscalDocumentKind kind = {};
    Document document = {};
    std::optional<Party> buyer = {};
    std::string process = {}; ///< BT-23
};
Paper paperOf(Call& call, calls::compliance::FiscalDocumentKind kind, const std::string& id);

/// The file in base 64, or the first field that must be corrected.
struct Made {
    std::string content = {};
    std::string field = {};
    std::string reason = {};
};
Made fileOf(Call& call, const Paper& paper, const Settings& settings);

} // namespace svc::fr_einvoicing
