// Each move in each state: the next state with its events in order, or the error code; a refused move changes
// nothing and causes no event.
#include <sstream>

#include <gtest/gtest.h>

#include "api/business/state_machines.hpp"

namespace svc::test {
namespace {

struct Row {
    std::string state;
    std::string move;
    bool refused = false;
    std::string outcome; ///< the next state, or the error code
    std::vector<std::string> events;
};

std::vector<Row> linesOf(const Machine& machine) {
    std::vector<Row> rows;
    std::istringstream lines(machine.table);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Row row;
        std::string sign;
        if (!(words >> row.state >> row.move >> sign >> row.outcome)) {
            continue;
        }
        row.refused = sign == "!";
        for (std::string event; words >> event;) {
            row.events.push_back(event);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// A service with a plugin that calls the commands of connectors; the program moves its clock.
RunningService& tableService() {
    static RunningService service([] {
        ServiceOptions options;
        options.plugins.emplace_back("provider");
        options.pluginFolders = {SVC_TEST_PLUGINS};
        return options;
    }());
    return service;
}

class StateTables : public ::testing::TestWithParam<Machine> {
protected:
    /// One desk for all tables: it replaces its key before the rate limit is reached.
    static Desk& shared() {
        static Desk desk(tableService());
        return desk;
    }
    Desk& desk = shared();

    static std::string filled(std::string text, const std::string& id, const std::string& more) {
        for (const auto& [sign, value] : {std::pair("$1", id), std::pair("$2", more)}) {
            for (std::size_t at = text.find(sign); at != std::string::npos;
                 at = text.find(sign, at + value.size())) {
                text.replace(at, 2, value);
            }
        }
        return text;
    }
    Answer act(const std::string& id, const std::string& name) {
        const Machine::Move& move = GetParam().moves.at(name);
        const std::string more = GetParam().more(desk, id);
        const std::string path = filled(move.path, id, more);
        if (move.method == "CLOCK") {
            return desk.service().anonymous().post("/testing/clock", Json::object({{"advance", move.body}}));
        }
        const Json body = js(filled(move.body, id, more));
        return move.method == "PATCH"    ? desk.patch(path, body)
               : move.method == "PUT"    ? desk.put(path, body)
               : move.method == "PUBLIC" ? desk.service().anonymous().post(path, body)
                                         : desk.post(path, body);
    }
    std::string stateOf(const std::string& id) {
        Json record = desk.read(filled(GetParam().record, id, ""));
        if (record.find("data") != nullptr) {
            record = Json(record["data"]);
        }
        if (record.isArray()) {
            for (const Json& one : rowsOf(record)) {
                if (one.textOr("id") == id) {
                    record = one;
                    break;
                }
            }
        }
        std::string state;
        for (const std::string& field : GetParam().fields) {
            const Json& value = record[field];
            state += (state.empty() ? "" : "/") + (value.isString() ? value.text() : value.dump());
        }
        return state;
    }
    std::string reached(const std::string& state) {
        const std::string id = GetParam().make(desk);
        for (const auto& [name, moves] : GetParam().states) {
            if (name == state) {
                for (const std::string& move : moves) {
                    EXPECT_LT(act(id, move).status, 300) << "on the way to " << state << ": " << move;
                }
            }
        }
        EXPECT_EQ(stateOf(id), state);
        return id;
    }
};

TEST_P(StateTables, EachMoveOfEachStateIsAsInTheTable) {
    const std::vector<Row> rows = linesOf(GetParam());
    ASSERT_EQ(rows.size(), GetParam().states.size() * GetParam().moves.size())
        << "a pair is missing or told twice";
    for (const Row& row : rows) {
        SCOPED_TRACE(row.state + ' ' + row.move);
        const std::string id = reached(row.state);
        desk.events();
        const Answer answer = act(id, row.move);
        const std::vector<std::string> events = typesOf(desk.events());
        if (row.refused) {
            EXPECT_TRUE(isRefusal(answer, 400, filled(row.outcome, id, "")));
            EXPECT_EQ(stateOf(id), row.state);
        } else {
            EXPECT_LT(answer.status, 300) << answer.body;
            EXPECT_EQ(stateOf(id), row.outcome);
        }
        EXPECT_EQ(events, row.events);
        GetParam().leave(desk, id);
    }
    expectInvariants(tableService());
}

INSTANTIATE_TEST_SUITE_P(Kinds, StateTables, ::testing::ValuesIn(stateMachines()),
                         [](const auto& of) { return of.param.name; });

} // namespace
} // namespace svc::test
