#pragma once

#include <optional>
#include <string>

#include "bindings.hpp"
#include "file/store.hpp"
#include "rules/number.hpp"
#include "rules/schemas.hpp"

namespace svc::pl_ksef {

/// The schemas from the data folder of the plugin.
const Schemas& schemas();

/// The environment by the `mode` of the regime and the setting `testPlatform`.
Environment environmentOf(calls::compliance::FiscalMode mode, const Json& settings);
/// The setting `offline`: the mode in which invoices are issued now.
Mode modeNow(const Json& settings);

/// The record to send for a document.
struct Wanted {
    std::optional<Record> record; ///< nothing: it does not concern the regime, or it waits
    bool waits = false;           ///< a correction, whose invoice has no KSeF number yet
};
/// The record of the document. A new file is made when there is none, or when `submission` is a new one after
/// a refusal. `submission`: empty in the transaction of the document.
Wanted recordFor(Call& call, const std::string& document, const Json& settings, Environment environment,
                 const std::string& submission);

/// The marks to print on the document.
calls::compliance::RegimeMark markOf(const Record& record);
/// The link of code I.
std::string linkOf(const Record& record);

} // namespace svc::pl_ksef
