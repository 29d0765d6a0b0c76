// Applies SdI's messages about a file to its submission.
#pragma once

#include <string>
#include <vector>

#include "bindings.hpp"
#include "file/store.hpp"
#include "message/rules/verdict.hpp"

namespace svc::it_fatturapa {

/// The verdict as an outcome for the module compliance: outcome, reference, error, status. `today` is the
/// date of a refusal without a date.
calls::compliance::RegimeAnswer outcomeOf(const Verdict& verdict, Date today);

/// Stores the message and updates the state of the file. False when the message is stored already.
bool keep(Call& call, const StoredFile& file, const Message& message, std::string_view content);

/// Reports the verdict of the stored messages to the module compliance; `fresh`: the messages that are new to
/// it. An accepted submission gets a new life-cycle entry, or is rejected after all.
void apply(Call& call, const StoredFile& file, const std::vector<Message>& fresh);

} // namespace svc::it_fatturapa
