#pragma once

#include <string>

#include "attempt/begin.hpp"
#include "hook/address.hpp"

namespace svc::integrations {

/// A value of the generated bindings as a column holds it.
template <class Value>
Json jsonOf(const Value& value) {
    return Json::parse(bind::textOf(value));
}

/// What all verbs for documents are given.
template <class Input>
Input inputFor(Request& request, const Chosen& chosen, const Document& document,
               const DocumentRecord& record) {
    Input input{};
    input.document = {
        .kind = document.kind, .id = document.id, .number = record.number, .date = record.date.toString()};
    input.company = request.company().name;
    input.hookUrl = hookUrl(request, chosen.provider.id);
    input.settings = chosen.connection.settings;
    return input;
}

/// The input of a verb as it is kept with its attempt: without what the attempt holds itself, and without
/// files, which are made again for each call.
template <class Input>
Json keptOf(const Input& input) {
    Json kept = jsonOf(input);
    for (const char* name : {"key", "plannedAt", "reference", "file", "archived"}) {
        kept.remove(name);
    }
    return kept;
}

/// The input of a verb for an attempt, from what is kept with it; files are still empty.
template <class Input>
Input requestOf(const Attempt& attempt) {
    Json kept = attempt.request;
    kept.set("key", attempt.key);
    kept.set("plannedAt", attempt.createdAt);
    kept.set("reference", attempt.reference);
    if constexpr (requires(const Input& input) { input.file; }) {
        kept.set("file", jsonOf(verbs::File()));
    }
    if constexpr (requires(const Input& input) { input.archived; }) {
        kept.set("archived", Json::array());
    }
    Input input{};
    read(kept, bind::Place("the request of an attempt"), input);
    return input;
}

/// What a provider has taken on.
struct Taken {
    std::string reference;
    std::optional<Instant> expiresAt;
    Json answer; ///< of the verb, as it is kept with the attempt
};

inline const std::string& referenceIn(const std::string& told) {
    return told;
}
/// A provider that does not tell the reference has not said what it has taken on.
inline const std::string& referenceIn(const std::optional<std::string>& told) {
    if (!told) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return *told;
}

template <class Output>
Taken takenIn(const Output& output) {
    Taken taken{.reference = referenceIn(output.reference), .expiresAt = {}, .answer = jsonOf(output)};
    if constexpr (requires { output.expiresAt; }) {
        taken.expiresAt = output.expiresAt;
    }
    return taken;
}

} // namespace svc::integrations
