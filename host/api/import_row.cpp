#include "host/api/import_row.hpp"

#include <svc/text.hpp>

#include <algorithm>
#include <set>

namespace svc::host::api {
namespace {

using openapi::Schema;

/// Between the entries of a list in one cell.
constexpr char ListSign = '|';

/// The schema of a member of an object, also of a nullable one; nullptr when there is none.
const Schema* memberOf(const Schema& schema, std::string_view name) {
    if (const Schema::Property* property = schema.property(name)) {
        return property->schema;
    }
    for (const Schema* alternative : schema.anyOf) {
        if (const Schema* found = memberOf(*alternative, name)) {
            return found;
        }
    }
    return schema.additional;
}

bool takes(const Schema& schema, Schema::Type type) {
    return schema.anyOf.empty() ? schema.allows(type)
                                : std::any_of(schema.anyOf.begin(), schema.anyOf.end(),
                                              [&](const Schema* one) { return takes(*one, type); });
}

const Schema* itemsOf(const Schema& schema) {
    if (schema.items != nullptr) {
        return schema.items;
    }
    for (const Schema* alternative : schema.anyOf) {
        if (const Schema* found = itemsOf(*alternative)) {
            return found;
        }
    }
    return nullptr;
}

Json numberOr(std::string_view text) {
    try {
        Json value = Json::parse(text);
        return value.isNumber() ? std::move(value) : Json(text);
    } catch (const JsonError&) {
        return Json(text);
    }
}

/// Converts a cell to the type of the schema. A cell that does not look like that type stays a text, so that
/// the validator refuses it and names its field.
Json valueOf(const Schema& schema, std::string_view cell) {
    const std::string_view text = trim(cell);
    if (takes(schema, Schema::String)) {
        return Json(text);
    }
    if (takes(schema, Schema::Number) || takes(schema, Schema::Integer)) {
        return numberOr(text);
    }
    if (takes(schema, Schema::Boolean)) {
        const std::string word = lowerAscii(text);
        return word == "true" || word == "1"    ? Json(true)
               : word == "false" || word == "0" ? Json(false)
                                                : Json(text);
    }
    if (const Schema* items = itemsOf(schema)) {
        Json list = Json::array();
        for (const std::string_view part : split(text, ListSign)) {
            list.push(valueOf(*items, part));
        }
        return list;
    }
    return Json(text);
}

void setAt(Json& object, const std::vector<std::string>& path, std::size_t at, Json value) {
    if (at + 1 == path.size()) {
        object.set(path[at], std::move(value));
        return;
    }
    if (object.find(path[at]) == nullptr) {
        object.set(path[at], Json::object());
    }
    for (Json::Member& member : object.members()) {
        if (member.name == path[at]) {
            setAt(member.value, path, at + 1, std::move(value));
        }
    }
}

} // namespace

ImportColumns::ImportColumns(const Schema& body, const std::vector<std::string>& names) {
    std::set<std::string> seen;
    for (const std::string& raw : names) {
        const std::string name(trim(raw));
        Column column;
        const Schema* schema = &body;
        for (const std::string_view part : split(name, '.')) {
            column.path.emplace_back(part);
            schema = schema == nullptr ? nullptr : memberOf(*schema, part);
        }
        // A whole object does not fit into a cell; each of its members can be a column.
        const bool fits =
            schema != nullptr && !(takes(*schema, Schema::Object) && !takes(*schema, Schema::String));
        if (!name.empty() && !seen.insert(name).second) {
            ambiguous_ = name;
        }
        if (fits && !name.empty()) {
            column.schema = schema;
        } else if (!name.empty()) {
            unknown_.push_back(name);
        }
        columns_.push_back(std::move(column));
    }
}

Json ImportColumns::bodyOf(const std::vector<std::string>& cells) const {
    Json body = Json::object();
    for (std::size_t i = 0; i < std::min(cells.size(), columns_.size()); ++i) {
        const Column& column = columns_[i];
        if (column.schema != nullptr && !trim(cells[i]).empty()) {
            setAt(body, column.path, 0, valueOf(*column.schema, cells[i]));
        }
    }
    return body;
}

} // namespace svc::host::api
