#include "scratch_server.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace svc::testing {

namespace {

void check(PGresult* answer) {
    const ExecStatusType status = ::PQresultStatus(answer);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY) {
        ::PQclear(answer);
        return;
    }
    const char* const constraint = ::PQresultErrorField(answer, PG_DIAG_CONSTRAINT_NAME);
    const std::string name = constraint == nullptr ? "" : constraint;
    const std::string reason = ::PQresultErrorMessage(answer);
    ::PQclear(answer);
    throw DatabaseError(reason, name);
}

std::string makeFolder(const detail::ChildUser& user) {
    std::vector<std::string> places = {std::filesystem::temp_directory_path().string(), "/tmp"};
    for (const std::string& place : places) {
        if (!detail::mayEnter(user, place)) {
            continue;
        }
        std::string name = place + "/svc-test-XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) {
            continue;
        }
        if (user.switches && ::chown(name.c_str(), user.uid, user.gid) != 0) {
            throw std::runtime_error("cannot give " + name + " to PostgreSQL's user");
        }
        return name;
    }
    throw std::runtime_error(
        "no folder for a scratch database: let TMPDIR name one that the user of PostgreSQL "
        "may enter");
}

std::string programs() {
    if (const char* const chosen = std::getenv("SVC_POSTGRES_BIN")) {
        return chosen;
    }
    std::pair<int, std::string> newest;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/usr/lib/postgresql", ignored)) {
        const std::string bin = entry.path().string() + "/bin";
        if (std::filesystem::exists(bin + "/postgres", ignored)) {
            newest = std::max(newest, {std::atoi(entry.path().filename().c_str()), bin});
        }
    }
    if (newest.first < 15) {
        throw std::runtime_error(
            "no PostgreSQL 15 or later in /usr/lib/postgresql: install postgresql-15, or let "
            "SVC_POSTGRES_BIN name the folder of its programs");
    }
    return newest.second;
}

std::string readAll(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

} // namespace

ScratchConnection::ScratchConnection(const std::string& parameters)
    : connection_(::PQconnectdb(parameters.c_str())) {
    if (::PQstatus(connection_) != CONNECTION_OK) {
        const std::string reason = ::PQerrorMessage(connection_);
        ::PQfinish(connection_);
        throw DatabaseError(reason, {});
    }
    ::PQsetNoticeProcessor(
        connection_, [](void*, const char*) {}, nullptr);
}

ScratchConnection::~ScratchConnection() {
    ::PQfinish(connection_);
}

void ScratchConnection::script(const std::string& sql) {
    check(::PQexec(connection_, sql.c_str()));
}

Result ScratchConnection::run(const Statement& statement) {
    std::vector<const char*> values;
    for (const auto& parameter : statement.parameters) {
        values.push_back(parameter ? parameter->c_str() : nullptr);
    }
    PGresult* const answer =
        ::PQexecParams(connection_, statement.sql.c_str(), static_cast<int>(values.size()), nullptr,
                       values.data(), nullptr, nullptr, 0);
    Result result;
    const int rows = ::PQntuples(answer);
    const int columns = ::PQnfields(answer);
    result.columns = static_cast<std::size_t>(columns);
    for (int row = 0; row < rows; ++row) {
        Result::Cells& cells = result.rows.emplace_back();
        for (int column = 0; column < columns; ++column) {
            if (::PQgetisnull(answer, row, column) != 0) {
                cells.emplace_back(std::nullopt);
            } else {
                cells.emplace_back(std::string(::PQgetvalue(answer, row, column),
                                               static_cast<std::size_t>(::PQgetlength(answer, row, column))));
            }
        }
    }
    result.affected = static_cast<std::uint64_t>(std::atoll(::PQcmdTuples(answer)));
    check(answer);
    return result;
}

void ScratchConnection::commit() {
    PGresult* const answer = ::PQexec(connection_, "COMMIT");
    const std::string tag = ::PQcmdStatus(answer);
    check(answer);
    if (tag != "COMMIT") {
        throw DatabaseError("the transaction had failed before", {});
    }
}

ScratchServer& ScratchServer::shared() {
    static ScratchServer server;
    return server;
}

ScratchServer::ScratchServer() : user_(detail::ChildUser::find()), folder_(makeFolder(user_)) {
    const std::string bin = programs();
    const std::string data = folder_ + "/data";
    const std::string log = folder_ + "/log";
    runToEnd({bin + "/initdb", "-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--no-locale",
              "--no-sync"},
             log);
    // The socket is in the data folder and is addressed through a file descriptor, because the path of the
    // folder may be longer than the limit for socket paths.
    directory_ = ::open(data.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    server_ = detail::startChild(user_,
                                 {bin + "/postgres", "-D", data, "-c", "listen_addresses=", "-c",
                                  "unix_socket_directories=.", "-c", "fsync=off", "-c",
                                  "synchronous_commit=off", "-c", "full_page_writes=off", "-c",
                                  "shared_buffers=16MB", "-c", "max_connections=40", "-c", "autovacuum=off"},
                                 folder_, log);
    waitUntilReady(log);
    administrator_ = std::make_unique<ScratchConnection>(parameters("postgres", "postgres"));
    administer({"CREATE ROLE svc_owner LOGIN", "CREATE ROLE svc_app LOGIN"});
}

ScratchServer::~ScratchServer() {
    ::kill(server_, SIGQUIT);
    detail::waitForChild(server_);
    ::close(directory_);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

void ScratchServer::makeDatabase(const std::string& name, const std::string& key) {
    administer({"CREATE DATABASE " + name + " OWNER svc_owner" +
                    (key.empty() ? std::string() : " TEMPLATE " + kept_.at(key)),
                "REVOKE TEMPORARY ON DATABASE " + name + " FROM PUBLIC"});
}

void ScratchServer::keepDatabase(const std::string& name, const std::string& key) {
    const std::string copy = "kept_" + std::to_string(kept_.size() + 1);
    administer({"CREATE DATABASE " + copy + " TEMPLATE " + name});
    kept_.emplace(key, copy);
}

void ScratchServer::dropDatabase(const std::string& name) {
    administer({"DROP DATABASE " + name + " WITH (FORCE)"});
}

std::string ScratchServer::parameters(const std::string& user, const std::string& database) const {
    return "host=/proc/self/fd/" + std::to_string(directory_) + " user=" + user + " dbname=" + database +
           " client_encoding=UTF8 options='-c timezone=UTC -c search_path=pg_catalog'";
}

void ScratchServer::runToEnd(const std::vector<std::string>& words, const std::string& log) const {
    const int code = detail::waitForChild(detail::startChild(user_, words, folder_, log));
    if (code != 0) {
        throw std::runtime_error(words.front() + " ended with " + std::to_string(code) + ": " + readAll(log));
    }
}

void ScratchServer::waitUntilReady(const std::string& log) const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (::PQping(parameters("postgres", "postgres").c_str()) != PQPING_OK) {
        int status = 0;
        if (::waitpid(server_, &status, WNOHANG) == server_ || std::chrono::steady_clock::now() > deadline) {
            throw std::runtime_error("PostgreSQL did not start: " + readAll(log));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

void ScratchServer::administer(const std::vector<std::string>& statements) {
    for (const std::string& statement : statements) {
        administrator_->script(statement);
    }
}

} // namespace svc::testing
