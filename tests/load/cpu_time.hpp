#pragma once

#include <filesystem>

#include <sys/types.h>

namespace svc::load {

/// User and system time that a process has used so far, in microseconds; 0 when it is not there.
long cpuMicros(pid_t process);

/// The same of the private PostgreSQL of a data folder: its first process and all that it started.
class DatabaseCpu {
public:
    explicit DatabaseCpu(const std::filesystem::path& dataFolder);
    long micros() const;

private:
    pid_t first_ = 0;
};

} // namespace svc::load
