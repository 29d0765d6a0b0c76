#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace svc::test {

/// Debian's interpreter, for which Debian packages are installed.
inline const std::string Python = "/usr/bin/python3";

/// A program that runs beside the test, with its output in files of a folder with the same lifetime. It is
/// killed by the destructor when it still runs.
class BackgroundProgram {
public:
    explicit BackgroundProgram(const std::vector<std::string>& words,
                               const std::vector<std::string>& environment = {});
    ~BackgroundProgram();
    BackgroundProgram(const BackgroundProgram&) = delete;
    BackgroundProgram& operator=(const BackgroundProgram&) = delete;

    std::string output() const;
    std::string errors() const;
    /// Complete lines of the standard output so far.
    std::vector<std::string> lines() const;
    /// Waits until the standard output has this many lines; returns false after `limit`.
    bool waitForLines(std::size_t count, std::chrono::milliseconds limit = std::chrono::seconds(20)) const;
    bool running();
    /// Sends the signal and waits; returns the exit code, or 128 plus the signal number.
    int end(int signal);
    pid_t pid() const { return pid_; }

private:
    std::filesystem::path folder_;
    pid_t pid_ = 0;
    int status_ = 0;
};

} // namespace svc::test
