#pragma once

#include <svc/call.hpp>

namespace svc::ci_fne {

/// Certifies with one call. The API can neither be asked for the state of a request nor make a repeated call
/// idempotent: when the answer is lost, the submission is held for a person.
Json send(Call& call, const Json& input);

} // namespace svc::ci_fne
