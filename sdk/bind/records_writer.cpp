#include "header_text.hpp"
#include "names.hpp"

namespace svc::bindgen {
namespace {

/// Writes the identifiers, the enumerations and the structs, which need nothing of the host.
class RecordsWriter : HeaderText {
public:
    explicit RecordsWriter(const Plugin& plugin) : HeaderText(plugin) {}

    std::string write() {
        begin("#include <svc/records.hpp>");
        for (const auto& [prefix, name] : plugin_.identifiers) {
            line("using " + name + " = PrefixedId<" + literal(prefix) + ">;");
        }
        writeEnums();
        writeStructs();
        return end();
    }

private:
    void writeEnums() {
        for (const Enum& one : plugin_.enums) {
            space(one.scope);
            gap();
            line("enum class " + one.name + " {");
            bool isFirst = true;
            for (const Enumerator& value : one.values) {
                line("    " + value.name + (isFirst ? " = 1," : ","));
                isFirst = false;
            }
            line("};");
            line("std::string_view toText(" + one.name + " value) noexcept;");
            line("bool fromText(std::string_view text, " + one.name + "& to) noexcept;");
            line("inline void writeTo(JsonWriter& out, " + one.name +
                 " value) { out.value(toText(value)); }");
        }
    }

    void writeStructs() {
        for (const Struct* one : plugin_.order) {
            space(one->scope);
            gap();
            comment(one->origin);
            const std::string base =
                one->base == nullptr ? "" : " : " + one->base->scope + "::" + one->base->name;
            line("struct " + one->name + base + " {");
            for (const Member& member : one->members) {
                writeMember(member, one->use);
            }
            line("};");
            if (one->use.read) {
                line("void read(const Json& json, const bind::Place& place, " + one->name + "& to);");
            }
            if (one->use.written) {
                line("void writeTo(JsonWriter& out, const " + one->name + "& from);");
            }
        }
    }
};

} // namespace

std::string recordsText(const Plugin& plugin) {
    return RecordsWriter(plugin).write();
}

} // namespace svc::bindgen
