/// @file Writes the model as C++.
#pragma once

#include <string>

#include "model.hpp"

namespace svc::bindgen {

/// The text of records.hpp: the identifiers, enumerations and structs, which need nothing of the host.
std::string recordsText(const Plugin& plugin);
/// The text of bindings.hpp, which includes records.hpp and which the sources of the plugin include.
std::string headerText(const Plugin& plugin);
/// The text of bindings.cpp: reading, writing, calls, and the start function of the plugin.
std::string sourceText(const Plugin& plugin);

// Used by several writers.

/// How a member is declared in its struct.
enum class Form {
    Value = 1, ///< plain value
    Optional,  ///< std::optional; without value null is written or the member is omitted
    Field,     ///< svc::Field: absent, null or a value
};
Form formOf(const Member& member, const Use& use);
/// The C++ type, ignoring null.
std::string typeText(const Type& type);
/// The C++ type of an output or a body: std::optional when it may be null.
std::string wholeTypeText(const Type& type);
/// `Result name(Call& call, const Input& input)`, of a verb with the provider before the input.
std::string commandSignature(const Command& command, const std::string& space);
/// The function that tells the providers of a verb; empty when the plugin may not ask the host for commands.
std::string providersSignature(const Plugin& plugin, const Command& verb, const std::string& space);
std::string routeSignature(const Operation& operation, const std::string& space);
/// The name of the struct for the parameters of an operation; empty when it has none.
std::string parametersName(const Operation& operation);
bool hasParameters(const Operation& operation);
/// `ListRequest name(Call& call, const api::ListNotesParameters& parameters)`.
std::string listSignature(const Plugin& plugin, const List& list, const std::string& space);
/// The function of a list.
std::string listText(const Plugin& plugin, const List& list);
/// The parameter for the lane of a job; empty when the job has no lane.
std::string laneParameter(const Job& job);

} // namespace svc::bindgen
