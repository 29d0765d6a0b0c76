#include "host/plugin/library.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <iostream>
#include <memory>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <boost/dll/library_info.hpp>
#include <boost/dll/shared_library.hpp>

extern char** environ;

namespace svc::host::plugin {
namespace {

namespace fs = std::filesystem;

std::string quoted(const fs::path& path) {
    return path.string();
}

boost::dll::shared_library& keepForEver(const fs::path& library) {
    // Never destroyed: after unloading a library, remaining references to its code and objects would crash.
    static auto* libraries = new std::vector<std::unique_ptr<boost::dll::shared_library>>();
    auto opened = std::make_unique<boost::dll::shared_library>();
    // rtld_now: a missing symbol makes the load fail here, not at the first call. The error text of Boost.DLL
    // ends in an unrelated system message, so dlerror() is used directly.
    boost::dll::fs::error_code error;
    opened->load(library.string(), error,
                 boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local);
    if (error) {
        const char* reason = dlerror();
        throw Refused(quoted(library) +
                      " cannot be opened: " + (reason != nullptr ? std::string(reason) : error.message()));
    }
    libraries->push_back(std::move(opened));
    return *libraries->back();
}

std::string version(const svc_manifest& manifest) {
    return std::to_string(manifest.major) + '.' + std::to_string(manifest.min_minor);
}

/// Reads what the child writes until it closes the pipe; returns false when it takes too long.
bool readAll(int descriptor, std::chrono::milliseconds patience, std::string& text) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    char buffer[4096];
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        pollfd waiting{descriptor, POLLIN, 0};
        const int ready = left.count() > 0 ? ::poll(&waiting, 1, static_cast<int>(left.count())) : 0;
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        if (ready <= 0) {
            return false;
        }
        const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            return true;
        }
        if (count > 0 && text.size() < 64 * 1024) {
            text.append(buffer, static_cast<std::size_t>(count));
        }
    }
}

/// Size of the manifest of SDK 1.0; later versions append members.
constexpr std::size_t SmallestManifest = offsetof(svc_manifest, toolchain) + sizeof(svc_bytes);

/// Checks, without loading the library, that it is a plugin of this major version.
void inspectLibrary(const fs::path& library) {
    std::error_code missing;
    if (!fs::exists(library, missing)) {
        throw Refused(quoted(library) + " is missing: build the plugin, or remove it from plugins.enabled");
    }
    std::vector<std::string> symbols;
    try {
        boost::dll::library_info info(library.string());
        symbols = info.symbols();
    } catch (const std::exception&) {
        throw Refused(quoted(library) + " is not a shared library of this machine's kind");
    }
    const auto has = [&](const std::string& name) {
        return std::find(symbols.begin(), symbols.end(), name) != symbols.end();
    };
    if (has(SVC_SYMBOL_MANIFEST)) {
        return;
    }
    for (const std::string& symbol : symbols) {
        constexpr std::string_view Prefix = "svc_plugin_manifest_v";
        if (symbol.rfind(Prefix, 0) == 0) {
            throw Refused(quoted(library) + " is built for SDK major " + symbol.substr(Prefix.size()) +
                          ", this host offers SDK " + std::to_string(SVC_ABI_MAJOR) + '.' +
                          std::to_string(SVC_ABI_MINOR) + ": install the build of the plugin for SDK " +
                          std::to_string(SVC_ABI_MAJOR) + ", or the host for its SDK");
        }
    }
    throw Refused(quoted(library) + " is not a plugin: it exports no " SVC_SYMBOL_MANIFEST
                                    " (SVC_PLUGIN declares it, svc_add_plugin exports it)");
}

} // namespace

std::string probeLibraries(const fs::path& hostExecutable, const std::vector<fs::path>& libraries,
                           std::chrono::milliseconds patience) {
    std::string named;
    std::vector<std::string> words = {hostExecutable.string(), "plugins", ProbeInChild};
    for (const fs::path& library : libraries) {
        inspectLibrary(library);
        named += (named.empty() ? "" : ", ") + quoted(library);
        words.push_back(library.string());
    }
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        throw Refused("no pipe for the probe of " + named + ": " + std::strerror(errno));
    }
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    pid_t child = 0;
    const int spawned =
        ::posix_spawn(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (spawned != 0) {
        ::close(ends[0]);
        throw Refused("the probe of " + named + " cannot be started: " + std::strerror(spawned));
    }
    std::string output;
    const bool ended = readAll(ends[0], patience, output);
    ::close(ends[0]);
    if (!ended) {
        ::kill(child, SIGKILL);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    while (!output.empty() && (output.back() == '\n' || output.back() == ' ')) {
        output.pop_back();
    }
    if (ended && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return output;
    }
    if (!ended) {
        throw Refused(named + " does not finish opening: a static object of the plugin waits for something");
    }
    if (WIFSIGNALED(status)) {
        throw Refused(named + " ends the process while it is opened (signal " +
                      std::to_string(WTERMSIG(status)) + ", " + ::strsignal(WTERMSIG(status)) +
                      "): a static object of the plugin crashes or throws" +
                      (output.empty() ? std::string() : ". It said: " + output));
    }
    throw Refused(output.empty() ? named + " failed its probe" : output);
}

int probeHere(const std::vector<std::string>& libraries) {
    // Restores default handlers, so that a crash ends the child with its signal, whatever this program or a
    // sanitizer has installed.
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
        ::signal(signal, SIG_DFL);
    }
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    try {
        for (const std::string& library : libraries) {
            const svc_manifest& manifest = *openLibrary(library).manifest;
            const auto text = [](svc_bytes bytes) { return std::string(bytes.data, bytes.size); };
            std::cout << text(manifest.id) << ' ' << text(manifest.version) << " for SDK "
                      << version(manifest) << ", built with " << text(manifest.toolchain) << '\n';
        }
        return 0;
    } catch (const std::exception& error) {
        std::cout << error.what() << '\n';
        return 1;
    }
}

OpenedLibrary openLibrary(const fs::path& library) {
    boost::dll::shared_library& opened = keepForEver(library);
    for (const char* symbol : {SVC_SYMBOL_MANIFEST, SVC_SYMBOL_START, SVC_SYMBOL_STOP}) {
        if (!opened.has(symbol)) {
            throw Refused(quoted(library) + " exports no " + symbol + ": declare the plugin with SVC_PLUGIN");
        }
    }
    OpenedLibrary result;
    result.manifest = opened.get<const svc_manifest*()>(SVC_SYMBOL_MANIFEST)();
    result.start = &opened.get<int32_t(const svc_host*, svc_plugin*)>(SVC_SYMBOL_START);
    result.stop = &opened.get<void()>(SVC_SYMBOL_STOP);
    checkHandshake(result.manifest, quoted(library));
    return result;
}

void checkHandshake(const svc_manifest* manifest, const std::string& who) {
    if (manifest == nullptr || manifest->struct_size < SmallestManifest || manifest->magic != SVC_ABI_MAGIC) {
        throw Refused(who + " has a manifest that this host cannot read");
    }
    const std::string id(manifest->id.data, manifest->id.size);
    if (manifest->major != SVC_ABI_MAJOR || manifest->min_minor > SVC_ABI_MINOR) {
        throw Refused("plugin " + id + " needs SDK " + version(*manifest) + ", this host offers SDK " +
                      std::to_string(SVC_ABI_MAJOR) + '.' + std::to_string(SVC_ABI_MINOR) +
                      ": upgrade svc-host, or install a version of the plugin for this SDK");
    }
}

void checkOwnership(const fs::path& folder) {
    const auto check = [](const fs::path& path) {
        struct stat info {};
        if (::stat(path.c_str(), &info) != 0) {
            throw Refused(path.string() + ": " + std::strerror(errno));
        }
        if (info.st_uid != ::geteuid() && info.st_uid != 0) {
            throw Refused(path.string() +
                          " belongs to another user: a plugin runs with the rights of the host, so "
                          "its files must belong to the host's user or to root");
        }
        if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
            throw Refused(path.string() + " may be written by others: remove that right (chmod go-w)");
        }
    };
    check(folder);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        check(entry.path());
    }
}

fs::path ownExecutable() {
    return fs::read_symlink("/proc/self/exe");
}

} // namespace svc::host::plugin
