#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace svc::host::http {

/// Decodes percent-encoding; nothing when an escape is malformed. `plusIsBlank` for query strings.
std::optional<std::string> percentDecoded(std::string_view text, bool plusIsBlank = false);

/// `a=1&b=2`, decoded, in order; nothing when an escape is broken.
std::optional<std::vector<std::pair<std::string, std::string>>> parseQuery(std::string_view query);

/// How many segments of a path the last variable of a template stands for.
enum class LastVariable {
    OneSegment = 1,
    Rest ///< one or more: all that follow
};

/// Finds the route of a path among templates such as `/companies/{companyId}/sales/{saleId}/invoice.pdf`.
/// Literal segments take precedence over variable ones, and both over a rest. Immutable once built.
class Router {
public:
    /// find() returns `id`. Throws std::invalid_argument for an invalid template, or when method and template
    /// are already registered. With LastVariable::Rest the last segment of the template is a variable, whose
    /// value is the rest of the path: its decoded segments with `/` between them.
    void add(std::string_view method, std::string_view pathTemplate, std::size_t id,
             LastVariable last = LastVariable::OneSegment);

    struct Found {
        std::optional<std::size_t> id;
        std::vector<std::pair<std::string, std::string>> parameters;
        std::string path;  ///< decoded
        std::string allow; ///< methods of the path when it has no route for this one; empty: unknown path
        std::optional<std::size_t> other; ///< then the route of one of these methods
    };
    /// `path`: as in the request, without query. HEAD finds the route of GET.
    Found find(std::string_view method, std::string_view path) const;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept {
            return std::hash<std::string_view>()(text);
        }
    };
    struct Target {
        std::string method;
        std::size_t id;
        std::vector<std::string> names; ///< of the variables, in order
    };
    struct Node;
    struct Variable {
        std::string prefix;
        std::string suffix;
        std::unique_ptr<Node> node;
    };
    struct Node {
        std::unordered_map<std::string, std::unique_ptr<Node>, Hash, std::equal_to<>> literals;
        std::vector<Variable> variables; ///< most specific first
        std::vector<Target> targets;
        std::vector<Target> restTargets; ///< of templates whose last variable is the rest
    };
    struct Search;

    static Node& variableNode(Node& node, std::string prefix, std::string suffix);
    /// Whether one of the targets has the method; else it notes the methods that they have.
    static bool choose(const std::vector<Target>& targets, Search& search);
    static bool search(const Node& node, std::size_t at, Search& search);

    Node root_;
};

} // namespace svc::host::http
