// Preloaded into a process of a test: moves its wall clock by the number of seconds in the file
// MOVED_TIME_FILE. Monotonic clocks are unchanged.
#include <cstdint>
#include <cstdlib>
#include <ctime>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

const volatile std::int64_t* mapped() {
    static const std::int64_t none = 0;
    const char* file = std::getenv("MOVED_TIME_FILE");
    const int descriptor = file == nullptr ? -1 : ::open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return &none;
    }
    void* memory = ::mmap(nullptr, sizeof none, PROT_READ, MAP_SHARED, descriptor, 0);
    ::close(descriptor);
    return memory == MAP_FAILED ? &none : static_cast<const std::int64_t*>(memory);
}

} // namespace

extern "C" __attribute__((visibility("default"))) int clock_gettime(clockid_t clock,
                                                                    timespec* time) noexcept {
    static const volatile std::int64_t* const seconds = mapped();
    const long result = ::syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && clock == CLOCK_REALTIME) {
        time->tv_sec += *seconds;
    }
    return static_cast<int>(result);
}
