#include "host/log/journal.hpp"

#include <string>

#include <sys/stat.h>

namespace svc::host::log {

bool isJournal(const char* stream, int descriptor) {
    struct stat facts {};
    return stream != nullptr && ::fstat(descriptor, &facts) == 0 &&
           stream == std::to_string(facts.st_dev) + ':' + std::to_string(facts.st_ino);
}

std::string_view journalPrefix(Level level) {
    switch (level) {
    case Level::Debug:
        return "<7>";
    case Level::Info:
        return "<6>";
    case Level::Warning:
        return "<4>";
    case Level::Error:
        break;
    }
    return "<3>";
}

} // namespace svc::host::log
