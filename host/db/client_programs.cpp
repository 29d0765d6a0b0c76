#include "host/db/client_programs.hpp"

#include "host/db/connection_string.hpp"

#include <Poco/Pipe.h>
#include <Poco/Process.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <utility>

namespace svc::host::db {
namespace {

namespace fs = std::filesystem;

int numberOf(const fs::path& folder) {
    const std::string name = folder.filename();
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    return error == std::errc() && end == name.data() + name.size() ? number : 0;
}

// Folders that may hold the programs: those of Debian, the highest version first, then those of PATH.
std::vector<fs::path> placesOfPrograms() {
    std::vector<std::pair<int, fs::path>> versions;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator("/usr/lib/postgresql", ignored))
        versions.emplace_back(-numberOf(entry.path()), entry.path() / "bin");
    std::sort(versions.begin(), versions.end());
    std::vector<fs::path> places;
    for (auto& [version, place] : versions)
        places.push_back(std::move(place));
    for (fs::path& place : foldersOfPath())
        places.push_back(std::move(place));
    return places;
}

} // namespace

std::vector<fs::path> foldersOfPath() {
    std::vector<fs::path> folders;
    const char* path = std::getenv("PATH");
    std::string rest = path == nullptr ? "" : path;
    while (!rest.empty()) {
        const std::size_t end = rest.find(':');
        folders.emplace_back(rest.substr(0, end));
        rest = end == std::string::npos ? "" : rest.substr(end + 1);
    }
    return folders;
}

fs::path clientProgram(const std::string& name) {
    std::error_code ignored;
    for (const fs::path& place : placesOfPrograms())
        if (fs::exists(place / name, ignored))
            return place / name;
    throw std::runtime_error(name + " is not installed: install the Debian package postgresql-client");
}

void runClientProgram(const std::string& name, std::vector<std::string> arguments, const Login* login,
                      const std::function<void(std::string_view)>& output) {
    Poco::Process::Env environment;
    if (login != nullptr) {
        const auto [keywords, password] = keywordsAndPassword(login->connectionString);
        arguments.push_back("--dbname=" + keywords);
        arguments.push_back("--no-password"); // never asks for one
        if (!password.empty())
            environment["PGPASSWORD"] = password;
        if (!login->role.empty())
            arguments.push_back("--role=" + login->role);
    }
    Poco::Pipe pipe;
    const Poco::ProcessHandle process =
        Poco::Process::launch(clientProgram(name).string(), arguments, nullptr, &pipe, nullptr, environment);
    std::array<char, 65536> buffer{};
    for (int size = 0; (size = pipe.readBytes(buffer.data(), static_cast<int>(buffer.size()))) > 0;)
        if (output)
            output({buffer.data(), static_cast<std::size_t>(size)});
    if (const int code = process.wait(); code != 0)
        throw std::runtime_error(name + " ends with exit code " + std::to_string(code));
}

} // namespace svc::host::db
