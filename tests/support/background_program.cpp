#include "support/background_program.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "support/program.hpp"

extern char** environ;

namespace svc::test {
namespace {

namespace fs = std::filesystem;

std::string readAll(const fs::path& path) {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

} // namespace

BackgroundProgram::BackgroundProgram(const std::vector<std::string>& words,
                                     const std::vector<std::string>& environment) {
    static int count = 0;
    folder_ = fs::temp_directory_path() /
              ("svc-program-" + std::to_string(::getpid()) + '-' + std::to_string(++count));
    fs::create_directories(folder_);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, (folder_ / "out").c_str(),
                                       O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, (folder_ / "err").c_str(),
                                       O_WRONLY | O_CREAT | O_APPEND, 0600);
    std::vector<std::string> variables = environment;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        if (std::string(*variable).rfind("SVC_", 0) != 0) {
            variables.emplace_back(*variable);
        }
    }
    std::vector<std::string> arguments = words;
    const std::vector<char*> argv = pointersTo(arguments);
    const std::vector<char*> envp = pointersTo(variables);
    const int failed = ::posix_spawnp(&pid_, argv[0], &actions, nullptr, argv.data(), envp.data());
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        fs::remove_all(folder_);
        throw std::runtime_error(words.front() + " cannot be started");
    }
}

BackgroundProgram::~BackgroundProgram() {
    if (running()) {
        end(SIGKILL);
    }
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

std::string BackgroundProgram::output() const {
    return readAll(folder_ / "out");
}

std::string BackgroundProgram::errors() const {
    return readAll(folder_ / "err");
}

std::vector<std::string> BackgroundProgram::lines() const {
    const std::string text = output();
    std::vector<std::string> found;
    std::size_t from = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', from)) {
        found.push_back(text.substr(from, end - from));
        from = end + 1;
    }
    return found;
}

bool BackgroundProgram::waitForLines(std::size_t count, std::chrono::milliseconds limit) const {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (lines().size() < count) {
        if (std::chrono::steady_clock::now() > deadline) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
}

bool BackgroundProgram::running() {
    if (pid_ != 0 && ::waitpid(pid_, &status_, WNOHANG) == pid_) {
        pid_ = 0;
    }
    return pid_ != 0;
}

int BackgroundProgram::end(int signal) {
    if (running()) {
        ::kill(pid_, signal);
        while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
        }
        pid_ = 0;
    }
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}

} // namespace svc::test
