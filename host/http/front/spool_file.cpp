#include "host/http/front/spool_file.hpp"

#include "host/http/front/answer.hpp"

#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

namespace svc::host::http {

namespace {

int openNameless(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) {
        return descriptor;
    }
    // For file systems without unnamed files (O_TMPFILE).
    std::string name = folder / "answer-XXXXXX";
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) {
        ::unlink(name.c_str());
    }
    return named;
}

} // namespace

SpoolFile::SpoolFile(const std::filesystem::path& folder) : descriptor_(openNameless(folder)) {
    if (descriptor_ < 0) {
        throw notReady();
    }
}

SpoolFile::~SpoolFile() {
    ::close(descriptor_);
}

void SpoolFile::write(std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(descriptor_, text.data(), text.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            throw notReady();
        }
        size_ += static_cast<std::uint64_t>(count);
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

std::string SpoolFile::read(std::uint64_t offset, std::size_t most) const {
    std::string text(most, '\0');
    ssize_t count = 0;
    do {
        count = ::pread(descriptor_, text.data(), text.size(), static_cast<off_t>(offset));
    } while (count < 0 && errno == EINTR);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
}

} // namespace svc::host::http
