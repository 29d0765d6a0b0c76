#include "host/mail/mail_folder.hpp"

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace svc::host::mail {

std::filesystem::path MailFolder::write(const std::string& text, const std::string& name) const {
    std::filesystem::create_directories(folder_);
    const std::filesystem::path file = folder_ / (name + ".eml");
    const std::filesystem::path temporary = file.string() + ".new";
    std::filesystem::remove(temporary); // may be left by a host that crashed
    // Links in messages are credentials, so only the owner may read the file.
    const int handle = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool written = handle >= 0;
    for (std::size_t at = 0; written && at < text.size();) {
        const ssize_t count = ::write(handle, text.data() + at, text.size() - at);
        written = count > 0;
        at += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    const int reason = errno;
    if (handle >= 0) {
        ::close(handle);
    }
    std::error_code failed;
    if (written) {
        std::filesystem::rename(temporary, file, failed);
    }
    if (!written || failed) {
        std::filesystem::remove(temporary, failed);
        throw std::runtime_error("a message cannot be written to " + file.string() + ": " +
                                 std::generic_category().message(reason));
    }
    return file;
}

} // namespace svc::host::mail
