#pragma once

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <svc/abi.h>

namespace svc::host::plugin {

/// A plugin cannot be used: the message says why and what to do.
class Refused : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The internal argument of `svc-host plugins` with which the child process is started.
inline constexpr const char* ProbeInChild = "probe-in-child";

/// Looks into the libraries (are they plugins of this major version?), then opens them in a child process, so
/// that a crash or an exception of a static constructor ends the child and not the host. Throws Refused with
/// what is wrong or what the child met, also when it has not ended after `patience`; of several libraries it
/// says less than of one. Returns what the child says of them: id, version, SDK, compiler.
std::string probeLibraries(const std::filesystem::path& hostExecutable,
                           const std::vector<std::filesystem::path>& libraries,
                           std::chrono::milliseconds patience = std::chrono::seconds(30));

/// Runs in the child: loads the libraries and reads their manifests. Returns the exit code; prints the reason
/// of a failure.
int probeHere(const std::vector<std::string>& libraries);

struct OpenedLibrary {
    const svc_manifest* manifest = nullptr;
    svc_start_function start = nullptr;
    svc_stop_function stop = nullptr;
};

/// Loads the library permanently (it is never unloaded) and checks the handshake. Throws Refused.
OpenedLibrary openLibrary(const std::filesystem::path& library);

/// Throws Refused when this host cannot read the manifest, or when the plugin needs a newer SDK. `who`: the
/// plugin or its library, for the message.
void checkHandshake(const svc_manifest* manifest, const std::string& who);

/// Throws Refused when a user other than the service's or root owns the plugin's folder or anything in it, or
/// may write to it.
void checkOwnership(const std::filesystem::path& folder);

/// The path of this program.
std::filesystem::path ownExecutable();

} // namespace svc::host::plugin
