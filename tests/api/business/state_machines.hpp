#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "api/business/desk.hpp"

namespace svc::test {

/// A kind of record: how one is made, how each state is reached, how it is moved, and where it stands.
struct Machine {
    std::string name;
    std::function<std::string(Desk&)> make;
    /// State and the moves that lead to it from a new record.
    std::vector<std::pair<std::string, std::vector<std::string>>> states;
    /// Moves; `$1` is the record, `$2` what `more` gives. Methods besides those of HTTP: PUBLIC is a POST by
    /// anybody to a path outside the company, CLOCK moves the time of the service by `body`.
    struct Move {
        std::string path;
        std::string body;
        std::string method = "POST";
    };
    std::map<std::string, Move> moves;
    std::string record;              ///< path that reads it
    std::vector<std::string> fields; ///< that say where it stands
    /// Lines of `state move -> state events…` or `state move ! code`; every pair once.
    std::string table;
    std::function<std::string(Desk&, const std::string&)> more = [](Desk&, const std::string&) {
        return std::string();
    };
    /// What a record needs so that time does nothing more to it.
    std::function<void(Desk&, const std::string&)> leave = [](Desk&, const std::string&) {};
};

inline void PrintTo(const Machine& machine, std::ostream* out) {
    *out << machine.name;
}

/// All of them.
std::vector<Machine> stateMachines();
/// Those of quotes, recurring sales, order requests and payments by link.
std::vector<Machine> promiseMachines();

} // namespace svc::test
