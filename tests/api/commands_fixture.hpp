#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/checks.hpp"
#include "support/program.hpp"

namespace svc::test {

/// A folder of its own for a configuration and data.
class Commands : public ::testing::Test {
protected:
    Commands() { std::filesystem::create_directories(folder); }
    ~Commands() override { std::filesystem::remove_all(folder); }

    std::string write(const std::string& text) const {
        const std::filesystem::path file = folder / "svc.yaml";
        std::ofstream(file) << text;
        return file.string();
    }
    std::vector<std::string> environment() const { return {"SVC_DATA=" + (folder / "data").string()}; }

    const std::filesystem::path folder = std::filesystem::temp_directory_path() / unique("svc-commands");
};

} // namespace svc::test
