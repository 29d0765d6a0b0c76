#include "host/core/durable_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace svc::host {
namespace {

namespace fs = std::filesystem;

void check(bool done, const fs::path& path) {
    if (!done) {
        throw std::runtime_error(path.string() + ": " + std::strerror(errno));
    }
}

} // namespace

Descriptor::~Descriptor() {
    if (number_ >= 0) {
        ::close(number_);
    }
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
}

void writeAll(const Descriptor& file, std::string_view bytes, const fs::path& path) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.number(), bytes.data(), bytes.size());
        check(written >= 0 || errno == EINTR, path);
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
}

void flush(const Descriptor& file, const fs::path& path) {
    check(::fsync(file.number()) == 0, path);
}

void flushPath(const fs::path& path) {
    const Descriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    check(opened.number() >= 0, path);
    flush(opened, path);
}

void flushFolders(const fs::path& folder) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_directory()) {
            flushPath(entry.path());
        }
    }
    flushPath(folder);
}

void replaceFile(const fs::path& file, std::string_view text) {
    constexpr mode_t Mode = 0644;
    const fs::path fresh = file.string() + ".new";
    ::unlink(fresh.c_str());
    {
        const Descriptor written(
            ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, Mode));
        check(written.number() >= 0, fresh);
        check(::fchmod(written.number(), Mode) == 0, fresh); // whatever the umask is
        writeAll(written, text, fresh);
        flush(written, fresh);
    }
    fs::rename(fresh, file);
    flushPath(file.parent_path());
}

} // namespace svc::host
