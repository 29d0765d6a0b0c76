#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>

#include "file/store.hpp"
#include "rules/number.hpp"
#include "rules/schemas.hpp"

namespace svc::ksef {

/// The schemas beside the library.
const Schemas& schemas();

/// `mode` of the regime, and the setting `testPlatform`.
Environment environmentOf(std::string_view mode, const Json& settings);
/// The setting `offline`: how invoices are issued now.
Mode modeNow(const Json& settings);

/// What is to be sent for a document.
struct Wanted {
    std::optional<Record> record; ///< nothing: it does not concern the regime, or it waits
    bool waits = false;           ///< a correction, whose invoice has no KSeF number yet
};
/// The record of the document; a new file when it has none, or `submission` is a new one after a refusal.
/// `submission`: empty in the transaction of the document.
Wanted recordFor(Call& call, const std::string& document, const Json& settings, Environment environment,
                 const std::string& submission);

/// What is printed on the document.
Json markOf(const Record& record);
/// Code I.
std::string linkOf(const Record& record);

} // namespace svc::ksef
