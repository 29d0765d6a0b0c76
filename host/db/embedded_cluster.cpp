#include "host/db/embedded_cluster.hpp"

#include "host/db/client_programs.hpp"
#include "host/db/embedded.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <mutex>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace svc::host::db {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view SocketName = ".s.PGSQL.5432";
constexpr std::uintmax_t LongestLog = 16U * 1024U * 1024U;

std::string firstLine(const fs::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

// A sixteenth of the memory, between 64 and 512 MiB, because the host runs on the same machine.
std::string sharedBuffers() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long size = ::sysconf(_SC_PAGESIZE);
    long megabytes = pages > 0 && size > 0 ? pages / (1024 * 1024 / size) / 16 : 128;
    megabytes = megabytes < 64 ? 64 : megabytes > 512 ? 512 : megabytes;
    return std::to_string(megabytes) + "MB";
}

// A path to the folder that is short enough for a socket: its own, or through a file descriptor of this
// process (/proc), which other processes of the same user can follow too.
std::string reachable(const fs::path& folder) {
    if (folder.string().size() + SocketName.size() + 1 < sizeof(sockaddr_un::sun_path))
        return folder.string();
    static std::mutex mutex;
    static std::map<std::string, int> open;
    const std::lock_guard lock(mutex);
    const auto known = open.find(folder.string());
    int descriptor = known == open.end() ? -1 : known->second;
    if (descriptor < 0) {
        descriptor = ::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (descriptor < 0)
            throw std::system_error(errno, std::generic_category(), "cannot open " + folder.string());
        open.emplace(folder.string(), descriptor);
    }
    return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(descriptor);
}

std::string percentEncoded(const std::string& text) {
    static constexpr std::string_view Digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
            c == '-' || c == '.') {
            out += c;
        } else {
            out += '%';
            out += Digits[byte >> 4U];
            out += Digits[byte & 15U];
        }
    }
    return out;
}

} // namespace

fs::path findBinaries() {
    std::vector<fs::path> places = {"/usr/lib/postgresql/15/bin", "/usr/pgsql-15/bin"};
    for (fs::path& place : foldersOfPath())
        places.push_back(std::move(place));
    for (const fs::path& place : places) {
        std::error_code error;
        if (fs::exists(place / "initdb", error) && fs::exists(place / "postgres", error))
            return place;
    }
    throw std::runtime_error(
        "PostgreSQL is not installed: install the Debian package postgresql-15, or name a database "
        "server in the configuration (database: postgresql://…)");
}

namespace {

std::string forbiddenText(const ClusterUser& user, const fs::path& forbidden) {
    return "PostgreSQL runs as the user " + user.name + ", who may not enter " + forbidden.string() +
           "; set SVC_DATA to a folder that this user may enter, for example /var/lib/svc, or "
           "run the service as an ordinary user";
}

std::string ownerText(const fs::path& folder) {
    return folder.string() + " belongs to another user; start the service as that user, or set "
                             "SVC_DATA to a folder of your own";
}

/// Empty when the cluster is of the version of the programs, or does not exist yet.
std::string versionText(const fs::path& files) {
    std::error_code error;
    if (!fs::exists(files / "PG_VERSION", error)) {
        return {};
    }
    const std::string version = firstLine(files / "PG_VERSION");
    return version == "15" ? std::string()
                           : "the cluster in " + files.string() + " is of PostgreSQL " + version +
                                 ", the installed server is 15; dump and restore it, or use pg_upgrade";
}

} // namespace

std::optional<std::string> whyNoCluster(const fs::path& dataFolder) {
    try {
        findBinaries();
        const ClusterUser user = clusterUser();
        const fs::path home = dataFolder / "postgres";
        fs::path existing = home;
        std::error_code error;
        while (!fs::exists(existing, error) && existing.has_relative_path()) {
            existing = existing.parent_path();
        }
        // The start lets the user pass through the data folder itself.
        const fs::path way = user.switches && existing == dataFolder ? dataFolder.parent_path() : existing;
        const fs::path forbidden = firstForbiddenFolder(user, way);
        if (!forbidden.empty() && !(user.switches && forbidden == dataFolder)) {
            return forbiddenText(user, forbidden);
        }
        struct stat status {};
        if (existing == home && ::lstat(home.c_str(), &status) == 0 && status.st_uid != user.uid &&
            !(user.switches && status.st_uid == ::geteuid())) {
            return ownerText(home);
        }
        const std::string version = versionText(home / "data");
        return version.empty() ? std::nullopt : std::optional(version);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

Cluster::Cluster(const fs::path& dataFolder, fs::path binaries, bool durable,
                 std::function<void(const std::string&)> log)
    : dataFolder_(fs::absolute(dataFolder).lexically_normal()), binaries_(std::move(binaries)),
      durable_(durable), log_(std::move(log)), user_(clusterUser()), home_(dataFolder_ / "postgres"),
      files_(home_ / "data"), socket_(home_ / "run"), logFile_(home_ / "server.log") {}

Cluster::~Cluster() {
    if (lock_ >= 0)
        ::close(lock_);
}

void Cluster::log(const std::string& text) const {
    if (log_)
        log_(text);
}

void Cluster::makeFolder(const fs::path& folder) const {
    const bool isNew = ::mkdir(folder.c_str(), 0700) == 0;
    if (!isNew && errno != EEXIST)
        throw std::system_error(errno, std::generic_category(), "cannot create " + folder.string());
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
        throw std::runtime_error(folder.string() + " is not a folder");
    if (status.st_uid == user_.uid)
        return;
    // Permissions of a folder that somebody else owns are not changed.
    const bool isOurs = isNew || status.st_uid == ::geteuid();
    if (user_.switches && isOurs && ::lchown(folder.c_str(), user_.uid, user_.gid) != 0)
        throw std::system_error(errno, std::generic_category(),
                                "cannot give " + folder.string() + " to the user " + user_.name);
    if (!user_.switches || !isOurs)
        throw std::runtime_error(ownerText(folder));
}

void Cluster::checkWay() const {
    fs::path forbidden = firstForbiddenFolder(user_, home_);
    // The service owns the data folder: letting the user pass through it, but not read its files, is
    // harmless.
    if (user_.switches && forbidden == dataFolder_ && ::chmod(dataFolder_.c_str(), 0711) == 0) {
        log("PostgreSQL runs as " + user_.name + ": " + dataFolder_.string() +
            " may now be passed by others (0711)");
        forbidden = firstForbiddenFolder(user_, home_);
    }
    if (!forbidden.empty())
        throw std::runtime_error(forbiddenText(user_, forbidden));
}

void Cluster::prepareFolders() {
    fs::create_directories(dataFolder_);
    makeFolder(home_);
    checkWay();
    makeFolder(socket_);
    const fs::path lockFile = home_ / "host.lock";
    lock_ = ::open(lockFile.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (lock_ < 0)
        throw std::system_error(errno, std::generic_category(), "cannot open " + lockFile.string());
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0)
        throw std::runtime_error("another svc-host (process " + firstLine(lockFile) +
                                 ") runs on the data folder " + dataFolder_.string());
    const std::string self = std::to_string(::getpid()) + "\n";
    if (::ftruncate(lock_, 0) != 0 || ::write(lock_, self.data(), self.size()) < 0)
        throw std::system_error(errno, std::generic_category(), "cannot write " + lockFile.string());
    std::error_code error;
    if (fs::exists(logFile_, error) && fs::file_size(logFile_, error) > LongestLog)
        fs::rename(logFile_, home_ / "server.log.1", error);
}

pid_t Cluster::runningServer() const {
    const std::string text = firstLine(files_ / "postmaster.pid");
    const long number = text.empty() ? 0 : std::strtol(text.c_str(), nullptr, 10);
    if (number <= 1)
        return 0;
    // The process id may have been reused: the process is the cluster's server only if it works in its
    // folder.
    std::error_code error;
    const fs::path place = fs::read_symlink("/proc/" + std::to_string(number) + "/cwd", error);
    if (error)
        return 0;
    return fs::equivalent(place, files_, error) ? static_cast<pid_t>(number) : 0;
}

bool Cluster::ready() const {
    if (runningServer() == 0)
        return false;
    // The eighth line is the state of the server.
    std::ifstream stream(files_ / "postmaster.pid");
    std::string line;
    for (int i = 0; i < 8; ++i)
        if (!std::getline(stream, line))
            return false;
    return line.starts_with("ready");
}

void Cluster::removeStaleFiles() const {
    std::error_code error;
    for (const fs::path& file :
         {files_ / "postmaster.pid", socket_ / SocketName, socket_ / (std::string(SocketName) + ".lock")})
        if (fs::remove(file, error))
            log("removed " + file.string() + ", left by a server that was killed");
}

// All processes of the cluster's server; those of a killed postmaster end a little later than it does, and a
// new server refuses to start before.
std::vector<pid_t> Cluster::processes() const {
    std::vector<pid_t> found;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc", error)) {
        const long number = std::strtol(entry.path().filename().c_str(), nullptr, 10);
        if (number <= 1)
            continue;
        std::error_code gone;
        if (fs::equivalent(fs::read_symlink(entry.path() / "cwd", gone), files_, gone) &&
            fs::read_symlink(entry.path() / "exe", gone).filename().string().starts_with("postgres"))
            found.push_back(static_cast<pid_t>(number));
    }
    return found;
}

void Cluster::clearRemains() {
    using namespace std::chrono_literals;
    pid_t left = runningServer();
    if (left != 0)
        log("a PostgreSQL server (process " + std::to_string(left) +
            ") was left by a host that was killed: stopping it");
    // The death signal may be stopping it already.
    for (int tenth = 0; left != 0; ++tenth) {
        if (tenth == 5 || tenth == 100)
            ::kill(left, SIGINT);
        if (tenth == 300)
            ::kill(left, SIGQUIT);
        if (tenth == 400)
            ::kill(left, SIGKILL);
        if (tenth > 450)
            throw std::runtime_error("the PostgreSQL server left by a killed host (process " +
                                     std::to_string(left) + ") does not stop");
        std::this_thread::sleep_for(100ms);
        left = runningServer();
    }
    std::vector<pid_t> orphans = processes();
    for (int hundredth = 0; !orphans.empty(); ++hundredth) {
        if (hundredth >= 500 && hundredth % 100 == 0)
            for (const pid_t orphan : orphans)
                ::kill(orphan, hundredth >= 1000 ? SIGKILL : SIGQUIT);
        if (hundredth > 1500)
            throw std::runtime_error("a process of a killed PostgreSQL server (" +
                                     std::to_string(orphans.front()) + ") does not stop");
        std::this_thread::sleep_for(10ms);
        orphans = processes();
    }
    removeStaleFiles();
}

void Cluster::initialise() {
    std::error_code error;
    if (const std::string wrong = versionText(files_); !wrong.empty())
        throw std::runtime_error(wrong);
    if (fs::exists(files_ / "PG_VERSION", error))
        return;
    // initdb writes to a temporary folder that is renamed, so that an interrupted initdb leaves nothing that
    // looks like a cluster.
    const fs::path fresh = home_ / "data.new";
    fs::remove_all(fresh);
    std::vector<std::string> arguments = {(binaries_ / "initdb").string(),
                                          "-D",
                                          fresh.string(),
                                          "-U",
                                          "postgres",
                                          "--auth=trust",
                                          "-E",
                                          "UTF8",
                                          "--locale=C.UTF-8",
                                          "--data-checksums",
                                          "--no-instructions"};
    if (!durable_)
        arguments.emplace_back("--no-sync");
    const int status = waitForProgram(startProgram(user_, {std::move(arguments), home_, logFile_, SIGKILL}));
    if (status != 0)
        throw std::runtime_error("initdb failed with status " + std::to_string(status) + ": " +
                                 lastLines(logFile_, 5));
    fs::rename(fresh, files_);
}

Program Cluster::serverProgram() const {
    Program program;
    program.workingFolder = home_;
    program.logFile = logFile_;
    // A fast shutdown: PostgreSQL ends its sessions and writes a checkpoint.
    program.deathSignal = SIGINT;
    program.arguments = {(binaries_ / "postgres").string(), "-D", files_.string()};
    // A relative path: the server works in its data folder, so the socket's path is short at any depth.
    std::vector<std::string> settings = {
        "listen_addresses=", "unix_socket_directories=../run", "unix_socket_permissions=0700", "port=5432",
        "jit=off",
        // pg_stat_activity shows the state of sessions; writing it into the process title at each statement
        // costs time.
        "update_process_title=off",
        // Statistics must come soon: plans made while a table was empty may use an index on the company
        // alone. But each analysis of a table makes all sessions plan its statements again: a naptime of two
        // seconds reduced sales by 5 to 10 %.
        "autovacuum_naptime=20s", "max_connections=100", "shared_buffers=" + sharedBuffers(),
        "max_wal_size=2GB", "checkpoint_timeout=15min", "wal_compression=lz4", "random_page_cost=1.1",
        "default_toast_compression=lz4", "timezone=UTC", "log_timezone=UTC", "logging_collector=off",
        "log_destination=stderr", "log_line_prefix=%m [%p] %q%u ", "log_min_error_statement=panic",
        "cluster_name=svc"};
    if (!durable_)
        settings.insert(settings.end(), {"fsync=off", "synchronous_commit=off", "full_page_writes=off"});
    for (std::string& setting : settings) {
        program.arguments.emplace_back("-c");
        program.arguments.push_back(std::move(setting));
    }
    return program;
}

Login Cluster::login(const std::string& role, const std::string& database) const {
    return {"postgresql:///" + percentEncoded(database) + "?host=" + percentEncoded(reachable(socket_)) +
                "&port=5432&user=" + percentEncoded(role),
            {}};
}

} // namespace svc::host::db
