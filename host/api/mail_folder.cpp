#include "host/api/mail_folder.hpp"

#include "host/auth/digest.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace svc::host::api {
namespace {

/// A line break in a header would begin another header.
std::string headerText(std::string_view text) {
    std::string line(text);
    for (char& c : line) {
        c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return line;
}

} // namespace

void MailFolder::send(const Mail& mail, Instant now) const {
    std::filesystem::create_directories(folder_);
    const std::filesystem::path file =
        folder_ / (std::to_string(now.millis()) + "-" + auth::randomAlphanumeric(8) + ".eml");
    const std::string content = "Date: " + now.toString() + "\nTo: " + headerText(mail.to) +
                                "\nSubject: " + headerText(mail.subject) +
                                "\nContent-Type: text/plain; charset=utf-8\n\n" + mail.text + "\n";
    // Links in messages are credentials: nobody else may read them.
    const int handle = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool written = handle >= 0 && ::write(handle, content.data(), content.size()) ==
                                            static_cast<ssize_t>(content.size());
    const int reason = errno;
    if (handle >= 0) {
        ::close(handle);
    }
    if (!written) {
        throw std::runtime_error("a message cannot be written to " + file.string() + ": " +
                                 std::generic_category().message(reason));
    }
    if (log_) {
        log_("no mail server is configured: a message was written to " + file.string());
    }
}

} // namespace svc::host::api
