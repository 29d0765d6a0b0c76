#include "host/http/pipeline/router.hpp"

#include <svc/text.hpp>

#include <algorithm>
#include <stdexcept>

namespace svc::host::http {

namespace {

int hexValue(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

} // namespace

std::optional<std::string> percentDecoded(std::string_view text, bool plusIsBlank) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            const int high = i + 2 < text.size() ? hexValue(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? hexValue(text[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return std::nullopt;
            }
            out += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            out += text[i] == '+' && plusIsBlank ? ' ' : text[i];
        }
    }
    return out;
}

std::optional<std::vector<std::pair<std::string, std::string>>> parseQuery(std::string_view query) {
    std::vector<std::pair<std::string, std::string>> pairs;
    if (query.empty()) {
        return pairs;
    }
    for (const std::string_view part : split(query, '&')) {
        if (part.empty()) {
            continue;
        }
        const std::size_t equals = part.find('=');
        auto name = percentDecoded(part.substr(0, equals), true);
        auto value = percentDecoded(
            equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1), true);
        if (!name || !value) {
            return std::nullopt;
        }
        pairs.emplace_back(std::move(*name), std::move(*value));
    }
    return pairs;
}

namespace {

// PostgreSQL texts contain no NUL, so no record has an identifier with one: it is answered like any other
// malformed identifier, as an unknown record.
void replaceNul(std::string& segment) {
    constexpr std::string_view Replacement = "\xEF\xBF\xBD";
    for (std::size_t at = segment.find('\0'); at != std::string::npos; at = segment.find('\0', at)) {
        segment.replace(at, 1, Replacement);
    }
}

} // namespace

struct Router::Search {
    std::string_view method;
    std::vector<std::string> segments; // decoded
    std::vector<std::string_view> values;
    const Target* found = nullptr;
    std::vector<std::string> foundValues;
    std::vector<std::string> methods; // methods of matching paths, for Allow
    std::optional<std::size_t> other; // the route of one of these methods, of the most specific template
};

Router::Node& Router::variableNode(Node& node, std::string prefix, std::string suffix) {
    for (Variable& known : node.variables) {
        if (known.prefix == prefix && known.suffix == suffix) {
            return *known.node;
        }
    }
    Variable added{std::move(prefix), std::move(suffix), std::make_unique<Node>()};
    const std::size_t weight = added.prefix.size() + added.suffix.size();
    const auto before = std::find_if(node.variables.begin(), node.variables.end(), [&](const Variable& one) {
        return one.prefix.size() + one.suffix.size() < weight;
    });
    return *node.variables.insert(before, std::move(added))->node;
}

void Router::add(std::string_view method, std::string_view pathTemplate, std::size_t id, LastVariable last) {
    if (pathTemplate.empty() || pathTemplate.front() != '/') {
        throw std::invalid_argument("not a path: " + std::string(pathTemplate));
    }
    Node* node = &root_;
    std::vector<std::string> names;
    std::vector<std::string_view> segments = split(pathTemplate.substr(1), '/');
    const bool isRest = last == LastVariable::Rest;
    if (isRest) {
        const std::string_view rest = segments.back();
        if (rest.size() < 3 || rest.front() != '{' || rest.find('}') != rest.size() - 1) {
            throw std::invalid_argument("the rest of a path is a variable: " + std::string(pathTemplate));
        }
        segments.pop_back();
    }
    for (const std::string_view segment : segments) {
        const std::size_t open = segment.find('{');
        const std::size_t end = segment.find('}');
        if (open == std::string_view::npos) {
            std::unique_ptr<Node>& next = node->literals[std::string(segment)];
            if (!next) {
                next = std::make_unique<Node>();
            }
            node = next.get();
            continue;
        }
        if (end == std::string_view::npos || end < open + 2 ||
            segment.find('{', end) != std::string_view::npos) {
            throw std::invalid_argument("one variable a segment: " + std::string(pathTemplate));
        }
        names.emplace_back(segment.substr(open + 1, end - open - 1));
        node =
            &variableNode(*node, std::string(segment.substr(0, open)), std::string(segment.substr(end + 1)));
    }
    if (isRest) {
        const std::string_view rest = pathTemplate.substr(pathTemplate.rfind('/') + 1);
        names.emplace_back(rest.substr(1, rest.size() - 2));
    }
    std::vector<Target>& targets = isRest ? node->restTargets : node->targets;
    for (const Target& target : targets) {
        if (target.method == method) {
            throw std::invalid_argument(std::string(method) + ' ' + std::string(pathTemplate) + " is taken");
        }
    }
    targets.push_back({std::string(method), id, std::move(names)});
}

bool Router::choose(const std::vector<Target>& targets, Search& state) {
    for (const Target& target : targets) {
        if (target.method == state.method) {
            state.found = &target;
            state.foundValues.assign(state.values.begin(), state.values.end());
            return true;
        }
        state.methods.push_back(target.method);
        if (!state.other) {
            state.other = target.id;
        }
    }
    return false;
}

bool Router::search(const Node& node, std::size_t at, Search& state) {
    if (at == state.segments.size()) {
        return choose(node.targets, state);
    }
    const std::string& segment = state.segments[at];
    if (const auto literal = node.literals.find(std::string_view(segment)); literal != node.literals.end()) {
        if (search(*literal->second, at + 1, state)) {
            return true;
        }
    }
    const std::string_view text = segment;
    for (const Variable& variable : node.variables) {
        const std::size_t fixed = variable.prefix.size() + variable.suffix.size();
        if (text.size() <= fixed || text.substr(0, variable.prefix.size()) != variable.prefix ||
            text.substr(text.size() - variable.suffix.size()) != variable.suffix) {
            continue;
        }
        state.values.push_back(text.substr(variable.prefix.size(), text.size() - fixed));
        const bool done = search(*variable.node, at + 1, state);
        state.values.pop_back();
        if (done) {
            return true;
        }
    }
    if (node.restTargets.empty()) {
        return false;
    }
    std::string rest = segment;
    for (std::size_t i = at + 1; i < state.segments.size(); ++i) {
        rest += '/';
        rest += state.segments[i];
    }
    state.values.emplace_back(rest);
    const bool done = choose(node.restTargets, state);
    state.values.pop_back();
    return done;
}

Router::Found Router::find(std::string_view method, std::string_view path) const {
    Found found;
    if (path.empty() || path.front() != '/') {
        return found;
    }
    Search state;
    state.method = method == "HEAD" ? "GET" : method;
    for (const std::string_view segment : split(path.substr(1), '/')) {
        std::optional<std::string> decoded = percentDecoded(segment);
        // An empty segment comes from a trailing or doubled slash: only the root may have one.
        if (!decoded || (decoded->empty() && path != "/") || !isUtf8(*decoded)) {
            return found;
        }
        replaceNul(*decoded);
        found.path += '/';
        found.path += *decoded;
        state.segments.push_back(std::move(*decoded));
    }
    if (search(root_, 0, state)) {
        found.id = state.found->id;
        for (std::size_t i = 0; i < state.foundValues.size(); ++i) {
            found.parameters.emplace_back(state.found->names[i], std::move(state.foundValues[i]));
        }
        return found;
    }
    found.other = state.other;
    std::vector<std::string>& methods = state.methods;
    if (std::find(methods.begin(), methods.end(), "GET") != methods.end()) {
        methods.emplace_back("HEAD");
    }
    std::sort(methods.begin(), methods.end());
    methods.erase(std::unique(methods.begin(), methods.end()), methods.end());
    for (const std::string& one : methods) {
        found.allow += found.allow.empty() ? one : ", " + one;
    }
    return found;
}

} // namespace svc::host::http
