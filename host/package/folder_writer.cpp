#include "host/package/folder_writer.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <svc/text.hpp>

namespace svc::host::package {
namespace {

namespace fs = std::filesystem;

constexpr mode_t FolderMode = 0755;

void check(bool done, const std::string& what) {
    if (!done) {
        throw std::runtime_error(what + ": " + std::strerror(errno));
    }
}

Descriptor openFolder(const fs::path& folder) {
    Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    check(opened.number() >= 0, folder.string());
    return opened;
}

/// The folder `name` inside of `parent`, made when it is not there.
Descriptor enter(const Descriptor& parent, const std::string& name) {
    check(::mkdirat(parent.number(), name.c_str(), FolderMode) == 0 || errno == EEXIST, name);
    Descriptor opened(
        ::openat(parent.number(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    check(opened.number() >= 0, name);
    return opened;
}

Descriptor create(const Descriptor& folder, const std::string& name, bool executable) {
    const mode_t mode = executable ? 0755 : 0644;
    Descriptor file(
        ::openat(folder.number(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    check(file.number() >= 0, name);
    check(::fchmod(file.number(), mode) == 0, name); // whatever the umask is
    return file;
}

} // namespace

FolderWriter::FolderWriter(const fs::path& folder) : folder_(openFolder(folder)), file_(-1) {}

void FolderWriter::begin(const PackedFile& file) {
    const auto parts = split(file.path, '/');
    Descriptor folder(::dup(folder_.number()));
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        folder = enter(folder, std::string(parts[i]));
    }
    file_ = create(folder, std::string(parts.back()), file.executable);
    path_ = file.path;
}

void FolderWriter::add(std::string_view bytes) {
    writeAll(file_, bytes, path_);
}

void FolderWriter::end() {
    flush(file_, path_);
    file_ = Descriptor(-1);
}

void FolderWriter::write(const std::string& name, std::string_view content) {
    const Descriptor file = create(folder_, name, false);
    writeAll(file, content, name);
    flush(file, name);
}

} // namespace svc::host::package
