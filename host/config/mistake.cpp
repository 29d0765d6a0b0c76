#include "host/config/mistake.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>

namespace svc::host::config {

namespace {

/// By line, those of one file together: the files in the order of their first mistakes.
std::vector<Mistake> inOrder(std::vector<Mistake> mistakes) {
    std::map<std::string, std::size_t> places;
    for (const Mistake& mistake : mistakes) {
        places.emplace(mistake.file, places.size());
    }
    std::stable_sort(mistakes.begin(), mistakes.end(), [&places](const Mistake& a, const Mistake& b) {
        return std::tuple(places.at(a.file), a.line) < std::tuple(places.at(b.file), b.line);
    });
    return mistakes;
}

} // namespace

std::string Mistake::text() const {
    std::string result = file;
    if (line > 0) {
        result += ':' + std::to_string(line);
    }
    return result + ": " + key + ": found " + found + ", expected " + expected;
}

std::string describe(const std::vector<Mistake>& mistakes) {
    std::string result;
    for (const Mistake& mistake : mistakes) {
        result += mistake.text() + '\n';
    }
    return result;
}

ConfigError::ConfigError(std::vector<Mistake> mistakes)
    : std::runtime_error(describe(inOrder(mistakes))), mistakes_(inOrder(mistakes)) {}

} // namespace svc::host::config
