#pragma once

#include <svc/call.hpp>

namespace svc::fatturapa {

/// Passes the file of the submission to the intermediary: the one created with the document, or a new one
/// with the current parties when the document is submitted later or again.
Json send(Call& call, const Json& input);

/// Asks the intermediary for the state of the file; `absent` when it has no file of that name.
Json read(Call& call, const Json& input);

} // namespace svc::fatturapa
