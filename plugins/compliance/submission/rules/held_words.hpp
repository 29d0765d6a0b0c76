#pragma once

#include <string>
#include <string_view>

namespace svc::compliance {

/// A submission of which nobody knows whether it arrived.
struct HeldPaper {
    std::string company;
    std::string regime; ///< its name
    std::string document;
    std::string error; ///< may be empty
};

struct HeldWords {
    std::string subject;
    std::string text;
};
/// The message to the owners about it. `language`: en, fr or de; any other counts as en.
HeldWords heldWords(std::string_view language, const HeldPaper& paper);

} // namespace svc::compliance
