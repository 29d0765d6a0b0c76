#pragma once

#include <filesystem>

#include <sys/types.h>

namespace svc::load {

/// User and system time used by a process so far, in microseconds; 0 when the process does not exist.
long cpuMicros(pid_t process);

/// CPU time of the private PostgreSQL of a data folder: its postmaster and all children.
class DatabaseCpu {
public:
    explicit DatabaseCpu(const std::filesystem::path& dataFolder);
    long micros() const;

private:
    pid_t first_ = 0;
};

} // namespace svc::load
