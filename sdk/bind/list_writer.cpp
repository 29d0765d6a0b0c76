#include <algorithm>

#include "names.hpp"
#include "writer.hpp"

namespace svc::bindgen {
namespace {

constexpr Use OfParameters{true, false, false};

std::string memberOf(const Member& parameter) {
    return "parameters." + memberName(parameter.jsonName);
}

bool isOptional(const Member& parameter) {
    return formOf(parameter, OfParameters) == Form::Optional;
}

/// The value of a parameter as a std::optional.
std::string valueOf(const Member& parameter) {
    return isOptional(parameter) ? memberOf(parameter) : "std::optional(" + memberOf(parameter) + ')';
}

/// A column as it can stand before an operator.
std::string operand(const std::string& column) {
    return isColumnName(column) ? column : '(' + column + ')';
}

class ListWriter {
public:
    ListWriter(const Plugin& plugin, const List& list)
        : plugin_(plugin), list_(list), operation_(plugin.operations[list.operation]) {}

    std::string write() {
        line(listSignature(plugin_, list_, "lists") + " {");
        line("    ListRequest list{" + literal(namespaceName(plugin_.id) + '.' + list_.name) + ", " +
             literal(list_.table) + ", \"r\", ListParams(" + caller() + ".companyId())};");
        writePeriod();
        for (const ListFilter& filter : list_.filters) {
            writeFilter(filter);
        }
        writeCounted();
        writeOrder();
        if (list_.isSearched) {
            line("    if (parameters.q && !parameters.q->empty()) {");
            line("        list.text = parameters.q;");
            line("    }");
        }
        writePage();
        line("    return list;");
        line("}");
        return std::move(text_);
    }

private:
    void line(const std::string& text) { text_ += text + '\n'; }
    bool isNumbered() const { return operation_.page == "page"; }
    std::string caller() const { return isNumbered() ? "request" : "call"; }

    void writePeriod() {
        const bool byDay = !list_.date.empty();
        const std::string column = operand(byDay ? list_.date : list_.instant);
        const auto write = [&](const std::optional<Member>& bound, const std::string& name,
                               const std::string& convert, const std::string& comparison) {
            if (!bound) {
                return;
            }
            const std::string value = valueOf(*bound);
            line("    const auto " + name + " = " +
                 (bound->type.kind == Kind::Date ? value : convert + '(' + caller() + ", " + value + ')') +
                 ';');
            line("    list.where += list.params.bound(" + literal(column + comparison) + ", " + name + ");");
        };
        write(list_.from, "from", byDay ? "dayOf" : "instantFrom", " >=");
        write(list_.to, "to", byDay ? "dayOf" : "instantBefore", byDay ? " <=" : " <");
    }

    void writeFilter(const ListFilter& filter) {
        const Member& parameter = filter.parameter;
        if (filter.column.empty()) {
            return;
        }
        const std::string column = operand(filter.column);
        if (parameter.type.kind == Kind::Boolean) {
            const std::string value = memberOf(parameter);
            const std::string chosen =
                " ? " + literal(" AND " + column) + " : " + literal(" AND NOT " + column) + ';';
            if (isOptional(parameter)) {
                line("    if (" + value + ") {");
                line("        list.where += *" + value + chosen);
                line("    }");
            } else {
                line("    list.where += " + value + chosen);
            }
            return;
        }
        const bool isList = parameter.type.kind == Kind::List;
        const std::string function =
            isList ? (filter.key ? "amongKeys" : "among") : (filter.key ? "key" : "bound");
        line("    list.where += list.params." + function + '(' +
             literal(column + (function == "bound" ? " =" : "")) + ", " + valueOf(parameter) + ");");
    }

    void writeCounted() {
        if (!list_.isCounted) {
            return;
        }
        std::string others;
        const auto other = [&](const Member& parameter) {
            others += (others.empty() ? "!" : " && !") + memberOf(parameter);
        };
        for (const ListFilter& filter : list_.filters) {
            if (!filter.counted) {
                other(filter.parameter);
            }
        }
        for (const std::optional<Member>& bound : {list_.from, list_.to}) {
            if (bound && list_.date.empty()) {
                other(*bound);
            }
        }
        const std::string indent = others.empty() ? "    " : "        ";
        if (!others.empty()) {
            line("    if (" + others + ") {");
        }
        const auto day = [&](const std::optional<Member>& bound, const char* name) {
            return bound && !list_.date.empty() ? name : "{}";
        };
        line(indent + "list.counted = ListCounted{" + day(list_.from, "from") + ", " + day(list_.to, "to") +
             ", {");
        for (const std::optional<std::size_t>& index : list_.counted) {
            line(indent + "    " +
                 (index ? "countedTexts(" + valueOf(list_.filters[*index].parameter) + ')' : "std::nullopt") +
                 ',');
        }
        line(indent + "}};");
        if (!others.empty()) {
            line("    }");
        }
    }

    void writeOrder() {
        if (list_.orders.empty()) {
            line("    list.order = " + literal(list_.order) + ';');
            return;
        }
        line("    switch (parameters.sort) {");
        for (const ListOrder& order : list_.orders) {
            line("    case " + order.enumerator + ':');
            line("        list.order = " + literal(order.sql) + ';');
            line("        break;");
        }
        line("    }");
        if (!list_.newest.empty()) {
            line("    list.newest = " + literal(list_.newest) + ';');
        }
    }

    void writePage() {
        if (!isNumbered()) {
            line("    list.limit = parameters.page.limit;");
            line("    list.offset = parameters.page.offset;");
            return;
        }
        line("    if (request.wantsPage()) {");
        line("        list.limit = parameters.page.size;");
        line("        list.offset = parameters.page.offset();");
        if (!list_.totals.empty()) {
            line("        list.totals = {");
            for (const std::string& total : list_.totals) {
                line("            " + literal(total) + ',');
            }
            line("        };");
        }
        line("    } else {");
        line("        const ArrayPage page = request.arrayPage();");
        line("        list.limit = page.limit;");
        line("        list.offset = page.offset;");
        line("    }");
    }

    const Plugin& plugin_;
    const List& list_;
    const Operation& operation_;
    std::string text_;
};

} // namespace

std::string listSignature(const Plugin& plugin, const List& list, const std::string& space) {
    const Operation& operation = plugin.operations[list.operation];
    return "ListRequest " + (space.empty() ? std::string() : space + "::") + list.function +
           (operation.page == "page" ? "(Request& request" : "(Call& call") + ", const " +
           parametersName(operation) + "& parameters)";
}

std::string listText(const Plugin& plugin, const List& list) {
    return ListWriter(plugin, list).write();
}

} // namespace svc::bindgen
