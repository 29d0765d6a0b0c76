#pragma once

#include "host/openapi/schema.hpp"

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace svc::host::openapi {

/// Turns schema objects of one document into Schema structs that it owns.
class SchemaSet::Compiler {
public:
    Compiler(const Json& document, std::string where) : document_(&document), where_(std::move(where)) {}

    const Schema* compile(const Json& json, const std::string& place);
    const Schema* named(std::string_view name);
    void finish();

private:
    void fill(Schema& schema, const Json& json, const std::string& place);
    void fillTypes(Schema& schema, const Json& json, const std::string& place);
    void fillNumbers(Schema& schema, const Json& json, const std::string& place);
    void fillStrings(Schema& schema, const Json& json, const std::string& place);
    void fillObject(Schema& schema, const Json& json, const std::string& place);
    void fillAlternatives(Schema& schema, const Json& json, const std::string& place);
    /// Merges allOf of objects into one object; otherwise members of one part would be undeclared in the
    /// others.
    void mergeAllOf(Schema& schema, const Json& json, const std::string& place);
    void addProperties(Schema& schema, const Json& json, const std::string& place);
    const Json& resolve(const Json& json, const std::string& place) const;
    [[noreturn]] void fail(const std::string& place, const std::string& reason) const;

    const Json* document_;
    std::string where_;
    std::deque<Schema> schemas_; // a deque, because addresses must stay valid
    std::map<std::string, const Schema*, std::less<>> named_;
};

} // namespace svc::host::openapi
