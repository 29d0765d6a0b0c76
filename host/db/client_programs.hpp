#pragma once

#include "host/db/connection.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::db {

// The folders that the environment variable PATH names, in its order.
std::vector<std::filesystem::path> foldersOfPath();

// A program of the PostgreSQL client packages (pg_dump, pg_restore), of the highest version that is
// installed. Throws std::runtime_error that names the package when there is none.
std::filesystem::path clientProgram(const std::string& name);

// Runs a program of the client packages to its end, as the present user; its errors go to the standard error
// of this process. `login`: of the database that it works on, or null; its password is not among the
// arguments, which every user of the machine can read. `output` gets what it writes to standard output.
// Throws std::runtime_error when the exit code is not 0.
void runClientProgram(const std::string& name, std::vector<std::string> arguments, const Login* login,
                      const std::function<void(std::string_view)>& output = {});

} // namespace svc::host::db
