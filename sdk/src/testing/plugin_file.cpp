#include "plugin_file.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace svc::testing::detail {

namespace {

std::vector<std::pair<std::string, std::string>> pairs(const std::string& text) {
    static const std::regex pattern(
        R"rx(([A-Za-z0-9_.-]+):[ ]+("([^"]*)"|'([^']*)'|([^"'{\[,}#\s][^,}#\n]*)))rx");
    std::vector<std::pair<std::string, std::string>> found;
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
        const std::smatch& match = *at;
        std::string value = match[3].matched   ? match[3].str()
                            : match[4].matched ? match[4].str()
                                               : match[5].str();
        value.erase(value.find_last_not_of(" \t\r") + 1);
        found.emplace_back(match[1].str(), std::move(value));
    }
    return found;
}

std::set<std::string> named(const std::string& key, const std::string& text) {
    std::set<std::string> values;
    for (const auto& [name, value] : pairs(text)) {
        if (name == key) {
            values.insert(value);
        }
    }
    return values;
}

/// The values on the line of a key: none when they follow on further lines, one, or the items of
/// `[ a, f(b, c), { d: e } ]`.
std::vector<std::string> valuesOf(std::string_view text) {
    if (text.empty() || text == ">-") {
        return {};
    }
    if (text.front() != '[' || text.back() != ']') {
        return {std::string(text)};
    }
    std::vector<std::string> items(1);
    int depth = 0;
    for (const char c : text.substr(1, text.size() - 2)) {
        depth += c == '(' || c == '{' ? 1 : c == ')' || c == '}' ? -1 : 0;
        if (c == ',' && depth == 0) {
            items.emplace_back();
        } else if (c != ' ' || !items.back().empty()) {
            items.back() += c;
        }
    }
    for (std::string& item : items) {
        item.erase(item.find_last_not_of(' ') + 1);
    }
    return items;
}

/// The columns that the host counts by, of the items of `filters`: texts, and `{ parameter: …, column: … }`
/// without `counted: false`.
std::vector<std::string> countedColumns(const std::vector<std::string>& filters) {
    std::vector<std::string> columns;
    for (const std::string& filter : filters) {
        if (filter.find("parameter:") == std::string::npos) {
            columns.push_back(filter);
            continue;
        }
        std::map<std::string, std::string> members;
        for (auto& [name, value] : pairs(filter)) {
            members[name] = std::move(value);
        }
        if (members.contains("column") && members["counted"] != "false") {
            columns.push_back(members["column"]);
        }
    }
    return columns;
}

/// The text below each top-level key of plugin.yaml.
class Blocks {
public:
    explicit Blocks(const std::filesystem::path& file);

    /// The scalar value of a key.
    std::string value(const std::string& key) const;
    std::map<std::string, std::string> constraints() const;
    std::set<std::string> eventTypes() const;
    std::vector<ListDeclaration> lists(const std::string& schema) const;
    std::set<std::string> flagged(const std::string& key, const std::string& flag) const;
    std::set<std::string> usedCommands() const;

private:
    std::string block(const std::string& key) const;

    std::map<std::string, std::string> blocks_;
    std::string key_;
};

Blocks::Blocks(const std::filesystem::path& file) {
    std::ifstream stream(file);
    if (!stream) {
        throw std::runtime_error("cannot read " + file.string());
    }
    for (std::string line; std::getline(stream, line);) {
        if (line.find_first_not_of(" \t\r") == std::string::npos ||
            line[line.find_first_not_of(" \t")] == '#') {
            continue;
        }
        if (line[0] != ' ' && line[0] != '-') {
            key_ = line.substr(0, line.find(':'));
            line.erase(0, key_.size() + 1);
        }
        blocks_[key_] += line + '\n';
    }
}

std::string Blocks::value(const std::string& key) const {
    const auto found = pairs("value: " + block(key));
    return found.empty() ? std::string() : found.front().second;
}

std::map<std::string, std::string> Blocks::constraints() const {
    std::map<std::string, std::string> result;
    for (const auto& [name, code] : pairs(block("constraints"))) {
        result[name] = code;
    }
    return result;
}

std::set<std::string> Blocks::eventTypes() const {
    return named("type", block("events"));
}

std::vector<ListDeclaration> Blocks::lists(const std::string& schema) const {
    std::vector<std::map<std::string, std::vector<std::string>>> found;
    std::istringstream lines(block("lists"));
    std::string key;
    static const std::regex member(R"(^(  - |    )([A-Za-z]+): *(.*)$)");
    static const std::regex item(R"(^      - (.*)$)");
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (std::regex_match(line, match, member)) {
            if (match[1].str() == "  - ") {
                found.emplace_back();
            }
            key = match[2];
            found.back()[key] = valuesOf(match[3].str());
        } else if (std::regex_match(line, match, item)) {
            found.back()[key].push_back(match[1]);
        } else if (const std::size_t start = line.find_first_not_of(' '); start != std::string::npos) {
            std::vector<std::string>& values = found.back()[key];
            values.resize(std::max<std::size_t>(values.size(), 1));
            values.back() += (key == "filters" ? ", " : " ") + line.substr(start);
        }
    }
    std::vector<ListDeclaration> lists;
    for (auto& keys : found) {
        const auto text = [&](const char* name) { return keys[name].empty() ? "" : keys[name].front(); };
        const bool counted = text("counted") != std::string_view("false");
        lists.push_back({schema + '.' + text("name"), text("table"), counted ? text("date") : "",
                         counted ? countedColumns(keys["filters"]) : std::vector<std::string>(),
                         keys["totals"], text("words"), text("number"), keys["wordColumns"]});
    }
    std::erase_if(lists, [](const ListDeclaration& list) { return !list.isCounted() && !list.isSearched(); });
    return lists;
}

std::set<std::string> Blocks::flagged(const std::string& key, const std::string& flag) const {
    std::set<std::string> names;
    std::string name;
    for (const auto& [member, value] : pairs(block(key))) {
        if (member == "name") {
            name = value;
        } else if (member == flag && value == "true") {
            names.insert(name);
        }
    }
    return names;
}

std::set<std::string> outsideOperations(const std::filesystem::path& contract) {
    std::ifstream stream(contract);
    std::stringstream text;
    text << stream.rdbuf();
    std::set<std::string> names;
    std::string name;
    for (const auto& [member, value] : pairs(text.str())) {
        if (member == "operationId") {
            name = value;
        } else if (member == "x-outside" && value == "true") {
            names.insert(name);
        }
    }
    return names;
}

std::set<std::string> Blocks::usedCommands() const {
    const std::string commands = block("commands");
    const std::size_t uses = commands.find("uses:");
    if (uses == std::string::npos) {
        return {};
    }
    const std::size_t provides = commands.find("provides:");
    const std::size_t end = provides != std::string::npos && provides > uses ? provides : commands.size();
    return named("name", commands.substr(uses + 5, end - uses - 5));
}

std::string Blocks::block(const std::string& key) const {
    const auto found = blocks_.find(key);
    return found == blocks_.end() ? std::string() : found->second;
}

PluginFile readFolder(const std::filesystem::path& folder) {
    const Blocks blocks(folder / "plugin.yaml");
    PluginFile file;
    file.id = blocks.value("id");
    file.schema = file.id;
    std::replace(file.schema.begin(), file.schema.end(), '-', '_');
    const std::string library = blocks.value("library");
    file.library = folder / (library.empty() ? "lib" + file.id + ".so" : library);
    const std::string migrations = blocks.value("migrations");
    file.migrations = folder / (migrations.empty() ? "migrations" : migrations);
    file.constraints = blocks.constraints();
    file.eventTypes = blocks.eventTypes();
    file.usedCommands = blocks.usedCommands();
    file.outsideCommands = blocks.flagged("commands", "outside");
    file.outsideJobs = blocks.flagged("jobs", "outside");
    file.outsideOperations = outsideOperations(folder / "openapi.yaml");
    file.laneJobs = blocks.flagged("jobs", "lane");
    file.lists = blocks.lists(file.schema);
    return file;
}

} // namespace

const PluginFile& PluginFile::of(const std::filesystem::path& folder) {
    static std::map<std::filesystem::path, PluginFile> read;
    const auto known = read.find(folder);
    return known != read.end() ? known->second : read.emplace(folder, readFolder(folder)).first->second;
}

} // namespace svc::testing::detail
