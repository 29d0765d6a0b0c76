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

/// Finds the route of a path among templates such as `/companies/{companyId}/sales/{saleId}/invoice.pdf`.
/// Literal segments take precedence over variable ones. Immutable once built.
class Router {
public:
    /// find() returns `id`. Throws std::invalid_argument for an invalid template, or when method and template
    /// are already registered.
    void add(std::string_view method, std::string_view pathTemplate, std::size_t id);

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
    };
    struct Search;

    static Node& variableNode(Node& node, std::string prefix, std::string suffix);
    static bool search(const Node& node, std::size_t at, Search& search);

    Node root_;
};

} // namespace svc::host::http
