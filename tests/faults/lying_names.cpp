// Preloaded into a process of a test: replaces the resolver's answer for names under .example by the letter
// in the file LYING_NAMES_FILE: n no such name, f a failure, s no answer before any timeout, l this machine.
// Other names are resolved normally.
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <unistd.h>

namespace {

using LookUp = int (*)(const char*, const char*, const addrinfo*, addrinfo**);

char mood() {
    char letter = 'n';
    const char* file = std::getenv("LYING_NAMES_FILE");
    const int descriptor = file == nullptr ? -1 : ::open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        if (::read(descriptor, &letter, 1) != 1) {
            letter = 'n';
        }
        ::close(descriptor);
    }
    return letter;
}

} // namespace

extern "C" __attribute__((visibility("default"))) int
getaddrinfo(const char* name, const char* service, const addrinfo* hints, addrinfo** result) noexcept {
    constexpr std::string_view Ending = ".example";
    const auto real = reinterpret_cast<LookUp>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    const std::string_view asked = name == nullptr ? std::string_view() : name;
    const bool lied = asked.size() > Ending.size() && asked.substr(asked.size() - Ending.size()) == Ending &&
                      (hints == nullptr || (hints->ai_flags & AI_NUMERICHOST) == 0);
    if (!lied) {
        return real(name, service, hints, result);
    }
    switch (mood()) {
    case 'l':
        return real("127.0.0.1", service, hints, result);
    case 's':
        ::sleep(40);
        return EAI_AGAIN;
    case 'f':
        return EAI_AGAIN;
    default:
        return EAI_NONAME;
    }
}
