#include <svc/testing/scratch_database.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <utility>

#include <svc/company_table.hpp>
#include <svc/list_declaration.hpp>

#include "scratch_server.hpp"

namespace svc::testing {

/// A pool of svc_app connections to one database. A transaction returns its connection when it ends:
/// connecting costs more than most transactions.
class ScratchSessions {
public:
    explicit ScratchSessions(std::string parameters) : parameters_(std::move(parameters)) {}

    std::unique_ptr<ScratchConnection> take() {
        const std::lock_guard lock(mutex_);
        if (idle_.empty()) {
            return std::make_unique<ScratchConnection>(parameters_);
        }
        std::unique_ptr<ScratchConnection> connection = std::move(idle_.back());
        idle_.pop_back();
        return connection;
    }
    void giveBack(std::unique_ptr<ScratchConnection> connection) {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(connection));
    }

private:
    const std::string parameters_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<ScratchConnection>> idle_;
};

namespace {

class Bound : public Transaction {
public:
    Bound(ScratchSessions& sessions, const Uuid& company)
        : sessions_(sessions), connection_(sessions.take()) {
        connection_->script("BEGIN; SET LOCAL svc.company = '" + company.toString() + "'");
    }
    ~Bound() override {
        try {
            if (!connection_->idle()) {
                connection_->script("ROLLBACK");
            }
            sessions_.giveBack(std::move(connection_));
        } catch (const DatabaseError&) {
            return; // the connection is lost; the next transaction opens another
        }
    }
    Bound(const Bound&) = delete;
    Bound& operator=(const Bound&) = delete;
    Result run(const Statement& statement) override { return connection_->run(statement); }
    void commit() override { connection_->commit(); }

private:
    ScratchSessions& sessions_;
    std::unique_ptr<ScratchConnection> connection_;
};

void applyMigrations(ScratchConnection& owner, const std::string& schema,
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

std::string nextName() {
    static int count = 0;
    return "test_" + std::to_string(++count);
}

} // namespace

ScratchDatabase::ScratchDatabase() : server_(ScratchServer::shared()), name_(nextName()) {}

ScratchDatabase::~ScratchDatabase() {
    sessions_.reset();
    superuser_.reset();
    if (made_) {
        server_.dropDatabase(name_);
    }
}

void ScratchDatabase::migrate(const std::string& schema, const std::string& folder) {
    step("migrations of " + schema + " in " + folder,
         [&](ScratchConnection& owner) { applyMigrations(owner, schema, folder); });
}

void ScratchDatabase::declare(const std::vector<ListDeclaration>& lists) {
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

std::unique_ptr<Transaction> ScratchDatabase::begin(const Uuid& company) {
    use();
    return std::make_unique<Bound>(*sessions_, company);
}

Result ScratchDatabase::run(const std::string& sql, std::vector<std::optional<std::string>> parameters) {
    use();
    if (!superuser_) {
        superuser_ = std::make_unique<ScratchConnection>(server_.parameters("postgres", name_));
    }
    return superuser_->run({sql, std::move(parameters), {}});
}

void ScratchDatabase::step(const std::string& key,
                           const std::function<void(ScratchConnection& owner)>& apply) {
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

void ScratchDatabase::make() {
    if (made_) {
        return;
    }
    server_.makeDatabase(name_, done_);
    made_ = true;
    if (done_.empty()) {
        ScratchConnection(server_.parameters("postgres", name_))
            .script(
                "REVOKE EXECUTE ON FUNCTION pg_catalog.set_config(text, text, boolean) FROM PUBLIC;"
                "GRANT EXECUTE ON FUNCTION pg_catalog.set_config(text, text, boolean) TO svc_owner;"
                "REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC; GRANT USAGE ON LANGUAGE plpgsql TO svc_owner;"
                "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    }
}

void ScratchDatabase::use() {
    make();
    used_ = true;
    if (!sessions_) {
        sessions_ = std::make_unique<ScratchSessions>(server_.parameters("svc_app", name_));
    }
}

} // namespace svc::testing
