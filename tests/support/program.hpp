#pragma once

#include <string>
#include <vector>

namespace svc::test {

/// How a program ended and what it wrote.
struct Outcome {
    int code = -1;
    std::string output;
    std::string errors;
};

/// Pointers to the texts and a null pointer behind them, as arguments and environment of a new program; the
/// texts own what they point to.
std::vector<char*> pointersTo(std::vector<std::string>& texts);

/// Runs a program to its end; `environment` are NAME=value pairs besides those of the test, of which names
/// beginning with SVC_ are left out.
Outcome runProgram(const std::vector<std::string>& words, const std::vector<std::string>& environment = {});
/// Runs svc-host.
Outcome runHost(std::vector<std::string> words, const std::vector<std::string>& environment = {});
/// Absolute path of svc-host.
std::string hostProgram();

} // namespace svc::test
