#pragma once

#include <svc/call.hpp>

namespace svc::fatturapa {

/// Hands the file of the submission to the intermediary: the one that was made with the document, or a new
/// one with the parties as they are now, when it is submitted later or again.
Json send(Call& call, const Json& input);

/// Asks the intermediary what became of it; `absent` when it has no file of that name.
Json read(Call& call, const Json& input);

} // namespace svc::fatturapa
