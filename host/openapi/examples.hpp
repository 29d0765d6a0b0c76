#pragma once

#include <svc/json.hpp>

#include <set>
#include <string>

namespace svc::host::openapi {

/// Builds examples for readers of the document: from the schema's `example`, `examples`, `enum` or `default`,
/// else the simplest valid value. A schema with a `pattern` must have an `example`.
class ExampleMaker {
public:
    enum class Side {
        Request = 1, ///< required members; if there are none, the first member
        Answer,      ///< every member
    };

    /// `schemas`: components.schemas of the whole document; must outlive it.
    ExampleMaker(const Json& schemas, Side side) : schemas_(schemas), side_(side) {}

    Json of(const Json& schema) { return valueOf(schema, "value"); }

private:
    Json valueOf(const Json& schema, const std::string& name);
    Json referred(const std::string& target, const std::string& name);
    Json combined(const Json& schema, const std::string& name);
    Json simplest(const Json& schema, const std::string& name);
    Json objectOf(const Json& schema);
    Json arrayOf(const Json& schema, const std::string& name);
    bool isOpen(const Json& schema) const;
    std::set<std::string> wanted(const Json& schema) const;

    const Json& schemas_;
    Side side_;
    std::set<std::string>
        open_; ///< schemas that are being written: they are not begun again within themselves
};

} // namespace svc::host::openapi
