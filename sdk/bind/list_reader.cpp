#include "list_reader.hpp"

#include <algorithm>

#include "names.hpp"

namespace svc::bindgen {
namespace {

/// Parameters that are no filters, or whose columns are not under `filters`.
constexpr std::string_view OtherParameters[] = {"from", "to", "sort", "q", "include", "limit", "offset"};

template <class Range>
bool contains(const Range& range, std::string_view text) {
    return std::find(std::begin(range), std::end(range), text) != std::end(range);
}

bool isFalse(const Yaml& node, const char* key) {
    return node.textOf(key) == "false";
}

/// Does the host count by this item of `filters`?
bool isCounted(const Yaml& filter) {
    return filter.isText() || (!filter.textOf("column").empty() && !isFalse(filter, "counted"));
}

/// ` ORDER BY r.date, r.id`, or each column with DESC.
std::string orderOf(const std::vector<std::string>& columns, bool descending) {
    std::string sql;
    for (const std::string& column : columns) {
        sql += (sql.empty() ? " ORDER BY " : ", ") + column + (descending ? " DESC" : "");
    }
    return sql;
}

/// Can a column be compared with values of this type, one or several?
bool isComparable(const Type& type) {
    switch (type.kind) {
    case Kind::Text:
    case Kind::Id:
    case Kind::Enum:
    case Kind::Integer:
    case Kind::Date:
    case Kind::Currency:
        return true;
    default:
        return false;
    }
}

class ListReader {
public:
    ListReader(const Yaml& node, Plugin& plugin, Mistakes& mistakes)
        : node_(node), plugin_(plugin), mistakes_(mistakes) {
        list_.name = node_.textOf("name");
        list_.function = lowerCamel(list_.name);
        list_.table = node_.textOf("table");
        list_.date = node_.textOf("date");
        list_.instant = node_.textOf("instant");
        list_.isCounted = !isFalse(node_, "counted");
    }

    void read() {
        if (list_.name.empty() || list_.table.empty()) {
            mistakes_.add(node_, "lists", "a name and a table");
            return;
        }
        readCounted();
        const auto operation = node_.find("operation");
        if (!operation) {
            return;
        }
        const auto found =
            std::find_if(plugin_.operations.begin(), plugin_.operations.end(), [&](const Operation& one) {
                return one.id == operation->text() && one.method == "get" &&
                       (one.page == "array" || one.page == "page");
            });
        if (found == plugin_.operations.end()) {
            mistakes_.add(*operation, at("operation"),
                          "an operationId of openapi.yaml: a GET with x-page: array or page");
            return;
        }
        operation_ = &*found;
        list_.operation = static_cast<std::size_t>(found - plugin_.operations.begin());
        readPeriod();
        readFilters();
        readTotals();
        readOrders();
        list_.isSearched = parameter("q") != nullptr;
        if (list_.isSearched && node_.textOf("words").empty()) {
            mistakes_.add(*operation, at("words"), "nothing",
                          "the text that the parameter q of " + operation_->id + " searches");
        }
        plugin_.lists.push_back(std::move(list_));
    }

private:
    std::string at(const std::string& key) const { return "lists." + list_.name + '.' + key; }

    /// The parameter of this name; null when there is none.
    const Parameter* parameter(const std::string& name) const {
        for (const Parameter& one : operation_->parameters) {
            if (one.member.jsonName == name) {
                return &one;
            }
        }
        return nullptr;
    }

    void readCounted() {
        CountedList counted{list_.name, {}};
        for (const Yaml& one : node_.itemsOf("filters")) {
            if (!isCounted(one)) {
                continue;
            }
            const std::string column = one.isText() ? one.text() : one.textOf("column");
            const std::string parameter = one.isText() ? std::string() : one.textOf("parameter");
            const std::string name =
                parameter.empty() && isColumnName(column) ? column.substr(column.rfind('.') + 1) : parameter;
            counted.filters.push_back(upperCamel(name));
        }
        if (list_.isCounted && !counted.filters.empty()) {
            plugin_.countedLists.push_back(std::move(counted));
        }
    }

    void readPeriod() {
        const auto bound = [&](const char* name, std::optional<Member>& to) {
            const Parameter* const found = parameter(name);
            if (found == nullptr || isFiltered(name)) {
                return;
            }
            const Kind kind = found->member.type.kind;
            const bool isDay = !list_.date.empty() && (kind == Kind::Date || kind == Kind::DateOrInstant);
            if (isDay == (!list_.instant.empty() && kind == Kind::DateOrInstant)) {
                mistakes_.add(*node_.find("operation"), at("date"),
                              "the parameter " + std::string(name) + " of " + operation_->id,
                              "the day (`date`) or the instant (`instant`) that it is compared with, for a "
                              "parameter of the format date or instant-or-date");
                return;
            }
            to = found->member;
        };
        bound("from", list_.from);
        bound("to", list_.to);
    }

    /// Is the parameter under `filters`?
    bool isFiltered(const std::string& name) const {
        const std::vector<Yaml> filters = node_.itemsOf("filters");
        return std::any_of(filters.begin(), filters.end(),
                           [&](const Yaml& one) { return one.textOf("parameter") == name; });
    }

    void readFilters() {
        for (const Yaml& one : node_.itemsOf("filters")) {
            if (one.isText() && list_.isCounted) {
                list_.counted.emplace_back();
            } else {
                readFilter(one);
            }
        }
        list_.isCounted = list_.isCounted && (!list_.date.empty() || !list_.counted.empty());
        for (const ListFilter& one : list_.filters) {
            const bool isAlwaysGiven = one.parameter.required || !one.parameter.initializer.empty();
            if (list_.isCounted && !one.counted && isAlwaysGiven) {
                mistakes_.add(*node_.find("operation"), at("filters"),
                              one.parameter.jsonName + ", which always filters and is not counted",
                              "it counted, or counted: false for the whole list");
            }
        }
        checkAllFilter();
    }

    void checkAllFilter() {
        for (const Parameter& one : operation_->parameters) {
            const std::string& name = one.member.jsonName;
            if (!one.inPath && !contains(OtherParameters, name) && !isFiltered(name)) {
                mistakes_.add(*node_.find("operation"), at("filters"),
                              "none for the parameter " + name + " of " + operation_->id,
                              "{ parameter: " + name +
                                  ", column: … }, without `column` when the handler "
                                  "filters by it");
            }
        }
    }

    void readFilter(const Yaml& node) {
        const std::string name = node.textOf("parameter");
        const Parameter* const found = parameter(name);
        if (found == nullptr) {
            mistakes_.add(node, at("filters.parameter"), '"' + name + '"',
                          "a parameter of " + operation_->id);
            return;
        }
        ListFilter filter;
        filter.parameter = found->member;
        filter.column = node.textOf("column");
        filter.key = node.isTrue("key");
        filter.counted = list_.isCounted && isCounted(node);
        const Type& type = filter.parameter.type;
        const bool isList = type.kind == Kind::List;
        if (!filter.column.empty() && !isComparable(isList ? type.item.front() : type) &&
            (type.kind != Kind::Boolean || filter.key)) {
            mistakes_.add(node, at("filters.column"), '"' + filter.column + '"',
                          "no column: the handler filters by " + name +
                              ", a parameter of another type than "
                              "text, identifier, enumeration, whole number, date, currency or boolean");
        }
        if (filter.counted) {
            list_.counted.emplace_back(list_.filters.size());
        }
        list_.filters.push_back(std::move(filter));
    }

    void readTotals() {
        for (const Yaml& one : node_.itemsOf("totals")) {
            list_.totals.push_back(one.text());
        }
    }

    std::vector<std::string> columns(const Yaml& node, const std::string& key, bool directed) {
        std::vector<std::string> columns;
        for (const Yaml& one : node.items()) {
            const std::string text = one.text();
            if (text.empty() || (!directed && (text.ends_with(" DESC") || text.ends_with(" ASC")))) {
                mistakes_.add(one, at(key), "a column without direction");
            }
            columns.push_back(text);
        }
        if (columns.empty()) {
            mistakes_.add(node, at(key), "the columns, [ r.date, r.id ]");
        }
        return columns;
    }

    void readOrders() {
        const Parameter* const sort = parameter("sort");
        const auto orders = node_.find("sort");
        const auto order = node_.find("order");
        if (sort == nullptr) {
            if (orders) {
                mistakes_.add(*orders, at("sort"), "`order`: " + operation_->id + " has no parameter sort");
            } else if (!order) {
                mistakes_.add(*node_.find("operation"), at("order"), "nothing",
                              "the columns, [ r.date DESC, r.id DESC ]");
            } else {
                list_.order = orderOf(columns(*order, "order", true), false);
            }
            return;
        }
        if (order) {
            mistakes_.add(*order, at("order"),
                          "`sort` with the columns of each value of the parameter sort of " + operation_->id);
        }
        const Enum* const values = enumOf(sort->member.type);
        if (values == nullptr || sort->member.initializer.empty()) {
            mistakes_.add(*node_.find("operation"), at("sort"),
                          "the parameter sort of " + operation_->id + " without values or default",
                          "an enum with a default");
            return;
        }
        std::vector<std::string> used;
        for (const Enumerator& value : values->values) {
            const bool descending = value.text.starts_with('-');
            const std::string name = value.text.substr(descending ? 1 : 0);
            const auto declared = orders ? orders->find(name) : std::nullopt;
            if (!declared) {
                mistakes_.add(orders ? *orders : *node_.find("operation"), at("sort"),
                              "nothing for \"" + name + '"',
                              "the columns of each value of the parameter sort of " + operation_->id);
                continue;
            }
            used.push_back(name);
            const std::vector<std::string> by = columns(*declared, "sort." + name, false);
            list_.orders.push_back({sort->member.type.name + "::" + value.name, orderOf(by, descending)});
            if (value.text == "-date" && !node_.textOf("words").empty()) {
                list_.newest = orderOf(by, true);
            }
        }
        for (const auto& [name, declared] : orders ? orders->members() : std::vector<Yaml::Member>()) {
            if (!contains(used, name)) {
                mistakes_.add(declared, at("sort." + name),
                              "a value of the parameter sort of " + operation_->id);
            }
        }
    }

    const Enum* enumOf(const Type& type) const {
        for (const Enum& one : plugin_.enums) {
            if (type.kind == Kind::Enum && one.scope + "::" + one.name == type.name) {
                return &one;
            }
        }
        return nullptr;
    }

    const Yaml& node_;
    Plugin& plugin_;
    Mistakes& mistakes_;
    const Operation* operation_ = nullptr;
    List list_;
};

} // namespace

void readLists(const Yaml& manifest, Plugin& plugin, Mistakes& mistakes) {
    for (const Yaml& one : manifest.itemsOf("lists")) {
        ListReader(one, plugin, mistakes).read();
    }
}

} // namespace svc::bindgen
