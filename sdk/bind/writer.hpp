/// @file The model as C++.
#pragma once

#include <string>

#include "model.hpp"

namespace svc::bindgen {

/// bindings.hpp: what the sources of the plugin include.
std::string headerText(const Plugin& plugin);
/// bindings.cpp: reading, writing, calls, and the start of the plugin.
std::string sourceText(const Plugin& plugin);

// Shared by the two.

/// How a member stands in its struct.
enum class Form {
    Value = 1, ///< always there
    Optional,  ///< std::optional; null is written, or it is left out
    Field,     ///< absent, null or a value
};
Form formOf(const Member& member, const Use& use);
/// The type in C++, without regard to null.
std::string typeText(const Type& type);
/// The same of an output or a body: std::optional when it may be null.
std::string wholeTypeText(const Type& type);
/// `name(Call& call, const Input& input)` with its result in front.
std::string commandSignature(const Command& command, const std::string& space);
std::string routeSignature(const Operation& operation, const std::string& space);
/// The struct of the parameters of an operation; empty when it has none.
std::string parametersName(const Operation& operation);
bool hasParameters(const Operation& operation);
/// Of a job that is filed in a lane; else empty.
std::string laneParameter(const Job& job);

} // namespace svc::bindgen
