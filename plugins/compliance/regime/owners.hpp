#pragma once

#include "bindings.hpp"

namespace svc::compliance {

/// Mails each owner of the company what `wordsOf(owner.language)` gives: a subject and a text. Without owners
/// to ask for, or a way to mail, nothing happens.
template <class WordsOf>
void mailOwners(Call& call, WordsOf wordsOf) {
    if (!calls::host::offersCompanyOwners(call) || !calls::host::offersMailQueue(call)) {
        return;
    }
    for (const auto& owner : calls::host::companyOwners(call).owners) {
        const auto words = wordsOf(owner.language);
        calls::host::mailQueue(
            call,
            {.to = owner.email, .subject = words.subject, .text = words.text, .language = owner.language});
    }
}

} // namespace svc::compliance
