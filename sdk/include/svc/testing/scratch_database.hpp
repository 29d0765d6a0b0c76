/// @file A private PostgreSQL for tests: made in a temporary folder when the first test asks, gone with the
/// program.
///
/// It needs the programs of PostgreSQL 15 or later: those in SVC_POSTGRES_BIN, else the newest of
/// /usr/lib/postgresql. The folder is made in TMPDIR, else in /tmp.
#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <libpq-fe.h>
#include <map>
#include <thread>

#include <svc/company_table.hpp>
#include <svc/list_declaration.hpp>
#include <svc/testing/detail/child_program.hpp>
#include <svc/testing/records.hpp>

namespace svc::testing {

/// One connection. Throws DatabaseError with the server's words.
class ScratchConnection {
public:
    explicit ScratchConnection(const std::string& parameters)
        : connection_(::PQconnectdb(parameters.c_str())) {
        if (::PQstatus(connection_) != CONNECTION_OK) {
            const std::string reason = ::PQerrorMessage(connection_);
            ::PQfinish(connection_);
            throw DatabaseError(reason, {});
        }
        ::PQsetNoticeProcessor(
            connection_, [](void*, const char*) {}, nullptr);
    }
    ~ScratchConnection() { ::PQfinish(connection_); }
    ScratchConnection(const ScratchConnection&) = delete;
    ScratchConnection& operator=(const ScratchConnection&) = delete;

    /// Several statements without parameters.
    void script(const std::string& sql) { check(::PQexec(connection_, sql.c_str())); }

    /// One statement with parameters in text form.
    Result run(const Statement& statement) {
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
                    cells.emplace_back(
                        std::string(::PQgetvalue(answer, row, column),
                                    static_cast<std::size_t>(::PQgetlength(answer, row, column))));
                }
            }
        }
        result.affected = static_cast<std::uint64_t>(std::atoll(::PQcmdTuples(answer)));
        check(answer);
        return result;
    }

    /// COMMIT of a failed transaction is answered with ROLLBACK; that is an error here.
    void commit() {
        PGresult* const answer = ::PQexec(connection_, "COMMIT");
        const std::string tag = ::PQcmdStatus(answer);
        check(answer);
        if (tag != "COMMIT") {
            throw DatabaseError("the transaction had failed before", {});
        }
    }

private:
    static void check(PGresult* answer) {
        const ExecStatusType status = ::PQresultStatus(answer);
        if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY) {
            ::PQclear(answer);
            return;
        }
        const char* const constraint = ::PQresultErrorField(answer, PG_DIAG_CONSTRAINT_NAME);
        const DatabaseError error(::PQresultErrorMessage(answer), constraint == nullptr ? "" : constraint);
        ::PQclear(answer);
        throw error;
    }

    PGconn* connection_;
};

/// The server. One per program is enough: each test makes a database of its own in it.
class ScratchServer {
public:
    static ScratchServer& shared() {
        static ScratchServer server;
        return server;
    }

    ScratchServer() : user_(detail::ChildUser::find()), folder_(makeFolder(user_)) {
        const std::string bin = programs();
        const std::string data = folder_ + "/data";
        const std::string log = folder_ + "/log";
        runToEnd({bin + "/initdb", "-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--no-locale",
                  "--no-sync"},
                 log);
        // The socket lies in the data folder, reached through a descriptor: its path may be longer than a
        // socket's may be.
        directory_ = ::open(data.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
        server_ = detail::startChild(
            user_,
            {bin + "/postgres", "-D", data, "-c", "listen_addresses=", "-c", "unix_socket_directories=.",
             "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c",
             "shared_buffers=16MB", "-c", "max_connections=40", "-c", "autovacuum=off"},
            folder_, log);
        waitUntilReady(log);
        ScratchConnection(parameters("postgres", "postgres"))
            .script("CREATE ROLE svc_owner LOGIN; CREATE ROLE svc_app LOGIN");
    }
    ~ScratchServer() {
        ::kill(server_, SIGQUIT);
        detail::waitForChild(server_);
        ::close(directory_);
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    ScratchServer(const ScratchServer&) = delete;
    ScratchServer& operator=(const ScratchServer&) = delete;

    /// Makes a database like the one that was kept under this key; an empty one when the key is empty.
    void makeDatabase(const std::string& name, const std::string& key) {
        ScratchConnection(parameters("postgres", "postgres"))
            .script("CREATE DATABASE " + name + " OWNER svc_owner" +
                    (key.empty() ? std::string() : " TEMPLATE " + kept_.at(key)));
    }
    /// Keeps a copy of a database, to which nobody is connected, under a key.
    void keepDatabase(const std::string& name, const std::string& key) {
        const std::string copy = "kept_" + std::to_string(kept_.size() + 1);
        ScratchConnection(parameters("postgres", "postgres"))
            .script("CREATE DATABASE " + copy + " TEMPLATE " + name);
        kept_.emplace(key, copy);
    }
    bool keeps(const std::string& key) const { return kept_.count(key) != 0; }
    void dropDatabase(const std::string& name) {
        ScratchConnection(parameters("postgres", "postgres"))
            .script("DROP DATABASE " + name + " WITH (FORCE)");
    }

    /// Connection parameters for libpq.
    std::string parameters(const std::string& user, const std::string& database) const {
        return "host=/proc/self/fd/" + std::to_string(directory_) + " user=" + user + " dbname=" + database +
               " client_encoding=UTF8 options='-c timezone=UTC -c search_path=pg_catalog'";
    }

private:
    static std::string makeFolder(const detail::ChildUser& user) {
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

    static std::string programs() {
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

    void runToEnd(const std::vector<std::string>& words, const std::string& log) const {
        const int code = detail::waitForChild(detail::startChild(user_, words, folder_, log));
        if (code != 0) {
            throw std::runtime_error(words.front() + " ended with " + std::to_string(code) + ": " +
                                     readAll(log));
        }
    }

    void waitUntilReady(const std::string& log) const {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (::PQping(parameters("postgres", "postgres").c_str()) != PQPING_OK) {
            int status = 0;
            if (::waitpid(server_, &status, WNOHANG) == server_ ||
                std::chrono::steady_clock::now() > deadline) {
                throw std::runtime_error("PostgreSQL did not start: " + readAll(log));
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }

    static std::string readAll(const std::string& file) {
        std::ifstream stream(file);
        return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    }

    detail::ChildUser user_;
    std::string folder_;
    int directory_ = -1;
    pid_t server_ = 0;
    std::map<std::string, std::string> kept_; ///< databases by what was done to them
};

/// A fresh database with the roles and the restrictions of the real one: svc_owner makes the tables, svc_app
/// runs the plugin's statements bound to one company, and cannot bind another. What migrations and lists make
/// is made once in a program; later databases with the same ones are copies.
class ScratchDatabase {
public:
    ScratchDatabase() : server_(ScratchServer::shared()), name_(nextName()) {}
    ~ScratchDatabase() {
        if (made_) {
            server_.dropDatabase(name_);
        }
    }
    ScratchDatabase(const ScratchDatabase&) = delete;
    ScratchDatabase& operator=(const ScratchDatabase&) = delete;

    /// Applies the numbered *.sql files of a folder as the service does; a folder that is not there has none.
    void migrate(const std::string& schema, const std::filesystem::path& folder) {
        step("migrations of " + schema + " in " + folder.string(),
             [&](ScratchConnection& owner) { applyMigrations(owner, schema, folder); });
    }

    /// Makes the triggers of declared lists, and what they write to. Nothing folds what they note.
    void declare(const std::vector<ListDeclaration>& lists) {
        std::string triggers;
        for (const ListDeclaration& list : lists) {
            triggers += ListTriggers(list).script() + ";\n";
        }
        step(triggers, [&](ScratchConnection& owner) {
            owner.script("CREATE SCHEMA IF NOT EXISTS svc; " + listTables());
            owner.script(triggers);
            owner.script("GRANT USAGE ON SCHEMA svc TO svc_app; GRANT SELECT, INSERT, UPDATE, DELETE ON"
                         " svc.list_change, svc.list_count, svc.list_word, svc.list_record TO svc_app");
        });
    }

    /// A transaction of the plugin, bound to its company.
    std::unique_ptr<Transaction> begin(const Uuid& company) {
        use();
        return std::make_unique<Bound>(server_.parameters("svc_app", name_), company);
    }

    /// A statement of the test itself: it sees all companies.
    Result run(const std::string& sql, std::vector<std::optional<std::string>> parameters = {}) {
        use();
        return ScratchConnection(server_.parameters("postgres", name_)).run({sql, std::move(parameters), {}});
    }

private:
    class Bound : public Transaction {
    public:
        Bound(const std::string& parameters, const Uuid& company) : connection_(parameters) {
            connection_.script("BEGIN; SET LOCAL svc.company = '" + company.toString() + "'");
        }
        Result run(const Statement& statement) override { return connection_.run(statement); }
        void commit() override { connection_.commit(); }

    private:
        ScratchConnection connection_;
    };

    /// Does what has this key to the database, unless there is a copy to which it was done.
    template <typename Apply>
    void step(const std::string& key, Apply apply) {
        const std::string done = done_ + key + '\n';
        if (made_ || !server_.keeps(done)) {
            make();
            {
                ScratchConnection owner(server_.parameters("svc_owner", name_));
                apply(owner);
            }
            if (!used_) {
                server_.keepDatabase(name_, done);
            }
        }
        done_ = done;
    }

    void make() {
        if (made_) {
            return;
        }
        server_.makeDatabase(name_, done_);
        made_ = true;
        ScratchConnection superuser(server_.parameters("postgres", name_));
        superuser.script("REVOKE TEMPORARY ON DATABASE " + name_ + " FROM PUBLIC");
        if (done_.empty()) {
            superuser.script(
                "REVOKE EXECUTE ON FUNCTION pg_catalog.set_config(text, text, boolean) FROM PUBLIC;"
                "GRANT EXECUTE ON FUNCTION pg_catalog.set_config(text, text, boolean) TO svc_owner;"
                "REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC; GRANT USAGE ON LANGUAGE plpgsql TO svc_owner;"
                "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
        }
    }

    /// A test reads or writes it now: copies are made of untouched ones only.
    void use() {
        make();
        used_ = true;
    }

    static void applyMigrations(ScratchConnection& owner, const std::string& schema,
                                const std::filesystem::path& folder) {
        std::vector<std::filesystem::path> files;
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
            if (entry.path().extension() == ".sql") {
                files.push_back(entry.path());
            }
        }
        std::sort(files.begin(), files.end());
        owner.script("CREATE SCHEMA IF NOT EXISTS svc; " + companyTableFunctions() +
                     "CREATE SCHEMA IF NOT EXISTS " + schema);
        for (const std::filesystem::path& file : files) {
            std::ifstream stream(file);
            const std::string sql{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
            if (sql.find("-- svc: foreach-company") != std::string::npos) {
                continue; // changes rows of companies, and there are none yet
            }
            const bool alone = sql.find("-- svc: transaction=off") != std::string::npos;
            try {
                owner.script((alone ? "SET search_path = " : "BEGIN; SET LOCAL search_path = ") + schema +
                             ", pg_temp");
                owner.script(sql);
                owner.script(alone ? "RESET search_path" : "COMMIT");
            } catch (const DatabaseError& error) {
                throw DatabaseError(file.string() + ": " + error.what(), error.constraint());
            }
        }
        owner.script("GRANT USAGE ON SCHEMA " + schema +
                     " TO svc_app; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + schema +
                     " TO svc_app; GRANT USAGE ON ALL SEQUENCES IN SCHEMA " + schema + " TO svc_app");
    }

    static std::string nextName() {
        static int count = 0;
        return "test_" + std::to_string(++count);
    }

    ScratchServer& server_;
    std::string name_;
    std::string done_; ///< the steps so far; a database that is not made yet will be a copy with them
    bool made_ = false;
    bool used_ = false;
};

} // namespace svc::testing
