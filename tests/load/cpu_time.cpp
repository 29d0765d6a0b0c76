#include "cpu_time.hpp"

#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include <unistd.h>

namespace svc::load {
namespace {

struct Times {
    pid_t parent = 0;
    long own = 0;   ///< microseconds
    long ended = 0; ///< of children that have ended
};

std::optional<Times> timesOf(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text; // one line; empty when the process has just ended
    std::getline(file, text);
    const std::size_t name = text.rfind(')');
    if (name == std::string::npos) {
        return std::nullopt;
    }
    std::istringstream fields(text.substr(name + 1));
    std::string skipped;
    Times times;
    fields >> skipped >> times.parent;
    constexpr int Between = 9;
    for (int i = 0; i < Between; ++i) {
        fields >> skipped;
    }
    long user = 0;
    long system = 0;
    long endedUser = 0;
    long endedSystem = 0;
    fields >> user >> system >> endedUser >> endedSystem;
    const long ticks = ::sysconf(_SC_CLK_TCK);
    times.own = (user + system) * 1'000'000 / ticks;
    times.ended = (endedUser + endedSystem) * 1'000'000 / ticks;
    return times;
}

} // namespace

long cpuMicros(pid_t process) {
    const auto times = timesOf(process);
    return times ? times->own : 0;
}

DatabaseCpu::DatabaseCpu(const std::filesystem::path& dataFolder) {
    std::ifstream(dataFolder / "postgres" / "data" / "postmaster.pid") >> first_;
}

long DatabaseCpu::micros() const {
    const auto first = timesOf(first_);
    long sum = first ? first->own + first->ended : 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        pid_t process = 0;
        const auto read = std::from_chars(name.data(), name.data() + name.size(), process);
        if (read.ec != std::errc() || *read.ptr != '\0') {
            continue;
        }
        const auto times = timesOf(process);
        sum += times && times->parent == first_ ? times->own : 0;
    }
    return sum;
}

} // namespace svc::load
