#include "own_statements.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "bare_client.hpp"

namespace svc::load {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view Mark = "INSERT INTO sales.sale ";
constexpr std::string_view CommitsLater = "SET LOCAL synchronous_commit";
constexpr std::chrono::milliseconds UntilSettingsHold{500};
constexpr const char* Renumbered = "ALTER TABLE stock.movement DROP CONSTRAINT stock_movement_sequence_key;"
                                   " CREATE INDEX ON stock.movement (company_id, item_id, sequence)";

/// One statement of the log and its session.
struct Logged {
    std::string session;
    std::string sql;
    std::string parameters; ///< `$1 = '…', $2 = NULL`
};

/// The lines of a log after a position. A line that begins with a tab continues the previous one.
std::vector<std::string> linesBehind(const std::filesystem::path& path, std::streamoff place) {
    std::ifstream in(path, std::ios::binary);
    in.seekg(place);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.front() == '\t' && !lines.empty()) {
            lines.back() += '\n' + line.substr(1);
        } else {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

/// Statements from lines `<time> UTC [<session>] <role> LOG:  execute <name>: <sql>`, with the parameters of
/// the following `DETAIL:`.
std::vector<Logged> statementsIn(const std::vector<std::string>& lines) {
    constexpr std::string_view Executes = " LOG:  execute ";
    constexpr std::string_view Details = " DETAIL:  parameters: ";
    std::vector<Logged> all;
    for (const std::string& line : lines) {
        const std::size_t begin = line.find(" UTC [");
        const std::size_t end = line.find(']', begin);
        if (begin == std::string::npos || end == std::string::npos) {
            continue;
        }
        const std::string session = line.substr(begin, end - begin);
        if (const std::size_t at = line.find(Executes, end); at != std::string::npos) {
            const std::size_t sql = line.find(": ", at + Executes.size());
            all.push_back({session, line.substr(sql + 2), {}});
        } else if (const std::size_t detail = line.find(Details, end);
                   detail != std::string::npos && !all.empty() && all.back().session == session) {
            all.back().parameters = line.substr(detail + Details.size());
        }
    }
    return all;
}

/// The transaction that contains the statement `mark`, from BEGIN to COMMIT.
std::vector<Logged> transactionOf(const std::vector<Logged>& all, std::string_view mark) {
    const auto marked =
        std::find_if(all.begin(), all.end(), [&](const Logged& one) { return one.sql.starts_with(mark); });
    std::vector<Logged> transaction;
    for (auto one = all.begin(); marked != all.end() && one != all.end(); ++one) {
        if (one->session != marked->session) {
            continue;
        }
        if (one->sql == "BEGIN") {
            if (one > marked) {
                break;
            }
            transaction.clear();
        }
        transaction.push_back(*one);
        if (one > marked && one->sql == "COMMIT") {
            return transaction;
        }
    }
    throw std::runtime_error("the log of PostgreSQL does not have the sale");
}

/// The values of `$1 = '…', $2 = NULL`; NULL is no value.
std::vector<std::optional<std::string>> valuesOf(std::string_view text) {
    constexpr std::string_view Is = " = ";
    std::vector<std::optional<std::string>> values;
    for (std::size_t at = text.find(Is); at != std::string_view::npos; at = text.find(Is, at)) {
        at += Is.size();
        if (text[at] != '\'') {
            values.emplace_back();
            continue;
        }
        std::string value;
        for (++at; at < text.size(); ++at) {
            if (text[at] == '\'' && text.substr(at, 2) != "''") {
                break;
            }
            if (text[at] == '\'') {
                ++at; // the second quotation mark of a pair
            }
            value += text[at];
        }
        values.emplace_back(std::move(value));
    }
    return values;
}

/// Finds the values that a write generates: its number, and identifiers of version 7, which begin with the
/// time.
class Anew {
public:
    Anew(std::chrono::system_clock::time_point since, std::string number)
        : number_(std::move(number)),
          since_(std::chrono::duration_cast<std::chrono::milliseconds>(since.time_since_epoch()).count()) {}

    CapturedText take(const std::string& text) {
        static const std::regex Uuid("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}");
        CapturedText taken;
        taken.literals.emplace_back();
        std::size_t at = 0;
        for (std::sregex_iterator found(text.begin(), text.end(), Uuid), end; found != end; ++found) {
            const std::string id = found->str();
            if (std::stoll(id.substr(0, 8) + id.substr(9, 4), nullptr, 16) < since_) {
                continue;
            }
            const auto place = static_cast<std::size_t>(found->position());
            add(taken, std::string_view(text).substr(at, place - at));
            taken.places.push_back(ids_.emplace(id, static_cast<int>(ids_.size())).first->second);
            taken.literals.emplace_back();
            at = place + id.size();
        }
        add(taken, std::string_view(text).substr(at));
        return taken;
    }

private:
    void add(CapturedText& taken, std::string_view text) const {
        for (std::size_t found = text.find(number_); found != std::string_view::npos;
             found = text.find(number_)) {
            taken.literals.back().append(text.substr(0, found));
            taken.places.push_back(CapturedText::Number);
            taken.literals.emplace_back(number_);
            text.remove_prefix(found + number_.size());
        }
        taken.literals.back().append(text);
    }

    std::string number_;
    std::int64_t since_;
    std::map<std::string, int> ids_;
};

/// The value of a parameter in one replay.
std::string textOf(const CapturedText& captured, unsigned long replay) {
    std::string text = captured.literals.front();
    for (std::size_t i = 0; i < captured.places.size(); ++i) {
        std::array<char, 64> anew{};
        if (captured.places[i] == CapturedText::Number) {
            std::snprintf(anew.data(), anew.size(), "%lu-", replay);
        } else {
            std::snprintf(anew.data(), anew.size(), "ffffffff-ffff-7%03x-8000-%012lx",
                          static_cast<unsigned>(captured.places[i]), replay);
        }
        text += anew.data() + captured.literals[i + 1];
    }
    return text;
}

/// A statement without parameters changes a setting of the transaction and is not prepared.
void send(PGconn* connection, const CapturedStatement& statement, std::size_t name, unsigned long replay) {
    if (statement.parameters.empty()) {
        PQsendQueryParams(connection, statement.sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0);
        return;
    }
    std::vector<std::string> texts;
    for (const std::optional<CapturedText>& parameter : statement.parameters) {
        texts.push_back(parameter ? textOf(*parameter, replay) : std::string());
    }
    std::vector<const char*> values;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        values.push_back(statement.parameters[i] ? texts[i].c_str() : nullptr);
    }
    PQsendQueryPrepared(connection, std::to_string(name).c_str(), static_cast<int>(values.size()),
                        values.data(), nullptr, nullptr, 0);
}

} // namespace

OwnStatements::OwnStatements(std::string app, std::filesystem::path log)
    : app_(std::move(app)), superuser_(app_), log_(std::move(log)) {
    constexpr std::string_view Role = "user=svc_app";
    superuser_.replace(superuser_.find(Role), Role.size(), "user=postgres");
    execute(connect(superuser_).get(), Renumbered);
}

void OwnStatements::setLogging(const std::string& setting) const {
    const Session connection = connect(superuser_);
    execute(connection.get(), "ALTER SYSTEM " + setting);
    execute(connection.get(), "SELECT pg_reload_conf()");
    std::this_thread::sleep_for(UntilSettingsHold);
}

void OwnStatements::capture(const std::function<std::string()>& write) {
    setLogging("SET log_statement = 'all'");
    const auto place = static_cast<std::streamoff>(std::filesystem::file_size(log_));
    const auto since = std::chrono::system_clock::now();
    Anew anew(since, write());
    setLogging("RESET log_statement");
    Script script;
    for (const Logged& logged : transactionOf(statementsIn(linesBehind(log_, place)), Mark)) {
        if (logged.sql.starts_with(CommitsLater)) {
            continue; // the replay does its own durable commit
        }
        CapturedStatement statement{logged.sql, {}};
        for (const std::optional<std::string>& value : valuesOf(logged.parameters)) {
            statement.parameters.push_back(value ? std::optional(anew.take(*value)) : std::nullopt);
        }
        script.push_back(std::move(statement));
    }
    scripts_.push_back(std::move(script));
}

Ceiling::Sold OwnStatements::replay(unsigned clients, unsigned scripts, double seconds) {
    std::atomic<unsigned long> replays{replays_};
    const Clock::time_point start = Clock::now();
    const auto end = start + std::chrono::microseconds(static_cast<long>(seconds * 1e6));
    const auto replayUntilEnd = [&](const Script& script) {
        const Session connection = connect(app_);
        for (std::size_t name = 0; name < script.size(); ++name) {
            if (!script[name].parameters.empty()) {
                PQclear(PQprepare(connection.get(), std::to_string(name).c_str(), script[name].sql.c_str(), 0,
                                  nullptr));
            }
        }
        PQenterPipelineMode(connection.get());
        while (Clock::now() < end) {
            const unsigned long replay = ++replays;
            for (std::size_t name = 0; name < script.size(); ++name) {
                send(connection.get(), script[name], name, replay);
            }
            PQpipelineSync(connection.get());
            drain(connection.get());
        }
    };
    std::vector<std::thread> threads;
    for (unsigned client = 0; client < clients; ++client) {
        threads.emplace_back([&, client] {
            try {
                replayUntilEnd(scripts_.at(client % scripts));
            } catch (const std::exception& error) {
                std::cerr << "a replay gave up: " << error.what() << '\n';
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
    const auto sold = static_cast<long>(replays.load() - replays_);
    replays_ = replays.load();
    return {sold * 1'000'000 / std::max<long>(micros, 1), sold};
}

} // namespace svc::load
