#include "host/abi/experiments.hpp"

#include <map>

namespace svc::host::abi {
namespace {

std::map<std::string, const svc_x_table*, std::less<>>& experiments() {
    static std::map<std::string, const svc_x_table*, std::less<>> all;
    return all;
}

} // namespace

void offerExperiment(const std::string& name, const svc_x_table& table) {
    experiments().insert_or_assign(name, &table);
}

const svc_x_table* findExperiment(std::string_view name) {
    const auto found = experiments().find(name);
    return found == experiments().end() ? nullptr : found->second;
}

} // namespace svc::host::abi
