// What SdI says of a file becomes the life of its submission.
#pragma once

#include <string>
#include <vector>

#include <svc/call.hpp>

#include "file/store.hpp"
#include "message/rules/verdict.hpp"

namespace svc::fatturapa {

/// What is to be told of the messages, as compliance takes it: outcome, reference, error, status. `today`
/// dates a refusal that bears no date.
Json outcomeOf(const Verdict& verdict, Date today);

/// Keeps the message once, and the state of the file. False when it was there already.
bool keep(Call& call, const StoredFile& file, const Message& message, std::string_view content);

/// Tells compliance what the kept messages have come to, `fresh` being those that it has not heard of. A
/// submission that is accepted already gets a line of its life, or is rejected after all.
void apply(Call& call, const StoredFile& file, const std::vector<Message>& fresh);

} // namespace svc::fatturapa
