// The published files, and the schemas of the plugin.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "rules/schemas.hpp"

namespace svc::pl_ksef {

inline const Schemas& testSchemas() {
    static const Schemas all(SVC_KSEF_SCHEMAS);
    return all;
}

inline std::string contentOf(const std::string& name) {
    std::ifstream in(SVC_KSEF_DATA "/" + name);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace svc::pl_ksef
