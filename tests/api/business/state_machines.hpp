#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "api/business/desk.hpp"

namespace svc::test {

/// A kind of record with a state machine: how to create it, reach each state, move it, and read its state.
struct Machine {
    std::string name;
    std::function<std::string(Desk&)> make;
    /// Each state with the moves that lead to it from a new record.
    std::vector<std::pair<std::string, std::vector<std::string>>> states;
    /// The moves; `$1` is the record, `$2` the result of `more`. Additional methods: PUBLIC is an anonymous
    /// POST to a path outside of the company, CLOCK moves the service's clock by `body`.
    struct Move {
        std::string path;
        std::string body;
        std::string method = "POST";
    };
    std::map<std::string, Move> moves;
    std::string record;              ///< path of the record
    std::vector<std::string> fields; ///< fields that make up the state
    /// Lines `state move -> state events…` or `state move ! code`; each pair exactly once.
    std::string table;
    std::function<std::string(Desk&, const std::string&)> more = [](Desk&, const std::string&) {
        return std::string();
    };
    /// Brings a record into a state that time no longer changes.
    std::function<void(Desk&, const std::string&)> leave = [](Desk&, const std::string&) {};
};

inline void PrintTo(const Machine& machine, std::ostream* out) {
    *out << machine.name;
}

/// The state machines of all kinds of records.
std::vector<Machine> stateMachines();
/// The state machines of quotes, recurring sales, order requests and payments by link.
std::vector<Machine> promiseMachines();

} // namespace svc::test
