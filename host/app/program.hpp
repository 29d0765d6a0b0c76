#pragma once

namespace svc::host::app {

/// The program svc-host: runs the command that the arguments of main() name, and returns its exit code.
int runProgram(int count, char** words);

} // namespace svc::host::app
