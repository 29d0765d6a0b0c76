#include "host/config/mistake.hpp"

#include <algorithm>

namespace svc::host::config {

namespace {

std::vector<Mistake> inOrder(std::vector<Mistake> mistakes) {
    std::stable_sort(mistakes.begin(), mistakes.end(),
                     [](const Mistake& a, const Mistake& b) { return a.line < b.line; });
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
