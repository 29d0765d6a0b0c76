/// @file Converts schemas to types of the model.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "model.hpp"
#include "yaml.hpp"

namespace svc::bindgen {

/// Reads the schemas of one openapi.yaml and of the plugin.yaml beside it into the model. A component is read
/// once, when something refers to it.
class SchemaReader {
public:
    /// @param scope  namespace of the components, inside that of the plugin
    SchemaReader(Plugin& plugin, const Yaml& contract, std::string scope,
                 const std::map<std::string, std::string>& identifiers, Mistakes& mistakes);

    /// @param name  name of the struct or enumeration that an inline schema becomes
    /// @param scope its namespace
    Type read(const Yaml& schema, const std::string& name, const std::string& scope);
    /// Which side of a command the following schemas are read for, `providers` or `callers`: `x-raw` may name
    /// the one that hands a value on as JSON.
    void readFor(const std::string& side) { side_ = side; }
    /// The type of a schema of `components.schemas`.
    Type component(const Yaml& at, const std::string& name);
    /// Creates a struct for the members of an object, such as the data of an event.
    Struct* structOf(const Yaml& schema, const std::string& name, const std::string& scope,
                     const std::set<std::string>& without);
    /// The member of the settings of companies for one that plugin.yaml declares with its schema and default.
    Member setting(const std::string& key, const Yaml& declared, const Yaml& schema, const Yaml& initial);
    /// Follows `$ref` to `#/components/<part>/…`.
    Yaml resolve(const Yaml& node, std::string_view part);

private:
    Type ofText(const Yaml& schema, const std::string& name, const std::string& scope);
    /// The one type of all schemas with the same `x-type`.
    Type ofShared(const Yaml& schema, const Yaml& given, const std::string& place);
    /// Merges another schema of a shared struct: members that it does not require become optional.
    static void requireLess(Struct& structure, const Yaml& schema);
    /// The struct of the component that the schema extends; null when it extends none.
    Struct* extendedBy(const Yaml& schema, const Yaml& extended);
    Type ofNumber(const Yaml& schema, bool whole);
    Type ofObject(const Yaml& schema, const std::string& name, const std::string& scope);
    Type ofIdentifier(const Yaml& prefix);
    Type ofEnum(const Yaml& values, const std::string& name, const std::string& scope);
    void addMembers(Struct& to, const Yaml& schema, const std::string& name,
                    const std::set<std::string>& without);
    /// The default of a member of this type as a C++ expression; empty when the type can have none.
    static std::string initializerOf(const Type& type, const Yaml& initial);
    Member member(const Yaml& schema, const std::string& jsonName, const std::string& typeName,
                  const std::string& scope);
    void checkName(const Yaml& at, const std::string& name, const std::string& scope);

    Plugin& plugin_;
    Yaml contract_;
    std::string scope_;
    std::string side_;
    const std::map<std::string, std::string>& identifiers_;
    Mistakes& mistakes_;
    std::map<std::string, Type> components_;
    struct Shared {
        Type type;
        std::vector<std::string> content;
    };
    std::map<std::string, Shared> shared_; ///< by name including namespace
    std::set<std::string> beingRead_;
};

/// Marks a type and everything it contains as read, written or patched.
void mark(const Type& type, Use use);
void mark(Struct& structure, Use use);

} // namespace svc::bindgen
