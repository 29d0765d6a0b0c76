/// @file Support code for generated bindings (`svc-bind`) of a plugin that declares verbs of families of
/// commands, under `commands: verbs:` of its plugin.yaml: its callers of them.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <svc/bindings.hpp>

namespace svc::bind {

/// The command of a provider: `regime.`, `florin` and `.send` are `regime.florin.send`.
inline std::string verbName(std::string_view family, std::string_view provider, std::string_view verb) {
    std::string name(family);
    name += provider;
    name += verb;
    return name;
}

/// The providers among these commands that have the verb.
inline std::vector<std::string> providersOf(const std::vector<std::string>& commands, std::string_view family,
                                            std::string_view verb) {
    std::vector<std::string> providers;
    for (const std::string& name : commands) {
        if (name.size() > family.size() + verb.size() && name.starts_with(family) && name.ends_with(verb)) {
            providers.push_back(name.substr(family.size(), name.size() - family.size() - verb.size()));
        }
    }
    return providers;
}

/// Like command(), for a verb with `unreadable`: an output that has another form than the verb declares is
/// refused with this code, as when the provider cannot read what it was answered by others.
template <class Output, class Input>
Output readable(Call& call, std::string_view name, const Input& input, std::string_view unreadable) {
    const std::string text = textOf(input);
    Json answer;
    try {
        answer = call.commandText(name, text);
    } catch (const JsonError&) {
        throw ApiError(400, unreadable);
    }
    if constexpr (std::same_as<Output, Json>) {
        return answer;
    } else if constexpr (!std::is_void_v<Output>) {
        try {
            Output output{};
            read(answer, Place(name), output);
            return output;
        } catch (const Fault&) {
            throw ApiError(400, unreadable);
        }
    }
}

} // namespace svc::bind
