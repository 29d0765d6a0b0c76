#pragma once

#include <string>
#include <vector>

namespace svc::test {

/// The exit code and the output of a program.
struct Outcome {
    int code = -1;
    std::string output;
    std::string errors;
};

/// Pointers to the texts, followed by a null pointer, as arguments or environment of a new program. They are
/// valid while `texts` is unchanged.
std::vector<char*> pointersTo(std::vector<std::string>& texts);

/// Runs a program to its end. `environment` are NAME=value pairs added to the test's own environment, from
/// which names beginning with SVC_ are removed.
Outcome runProgram(const std::vector<std::string>& words, const std::vector<std::string>& environment = {});
/// Runs svc-host.
Outcome runHost(std::vector<std::string> words, const std::vector<std::string>& environment = {});
/// Absolute path of svc-host.
std::string hostProgram();

} // namespace svc::test
