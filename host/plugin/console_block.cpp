#include "host/plugin/console_block.hpp"

#include <algorithm>
#include <set>
#include <span>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "host/core/sha256.hpp"
#include "host/plugin/console_words.hpp"
#include "host/plugin/declaration.hpp"
#include "host/plugin/declaration_reader.hpp"
#include "sdk/bind/known_keys.hpp"

namespace svc::host::plugin {
namespace {

namespace fs = std::filesystem;
namespace keys = bindgen::keys;
using config::YamlNode;
using Reader = DeclarationReader;

constexpr const char* Id = "[a-z][a-z0-9-]*";
constexpr const char* IdWords = "small letters, digits and -";
constexpr const char* Route = R"((/([a-z0-9][a-z0-9-]*|\{id\}))+)";
constexpr const char* RouteWords = "an address such as /rooms or /rooms/{id}";
constexpr const char* AssetFolder = "assets";
constexpr std::uintmax_t MostBytes = 200 * 1024;

std::string listed(std::span<const std::string_view> words) {
    std::string text;
    for (const std::string_view word : words) {
        text += (text.empty() ? "" : ", ") + std::string(word);
    }
    return text;
}

bool holds(std::span<const std::string_view> words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The part of an address before its query.
std::string pathOf(const std::string& route) {
    return route.substr(0, route.find('?'));
}

class BlockReader {
public:
    BlockReader(Reader& reader, const YamlNode& block, Declaration& declaration)
        : reader_(reader), block_(block), declaration_(declaration) {}

    void read() {
        reader_.knownKeys(block_, "console", keys::Console);
        readAssets();
        readPages();
        readMenu();
        readPanels();
        readTodo();
    }

private:
    std::vector<const YamlNode*> entries(const char* list, std::span<const std::string_view> known) {
        return reader_.mappings(block_, list, known, "console");
    }

    /// An identifier that no other entry of the list has.
    void id(const YamlNode& entry, const std::string& path) {
        const std::string id = reader_.matching(entry, "id", Id, IdWords, path);
        if (!id.empty() && !ids_.insert(path + ' ' + id).second) {
            reader_.mistake(*entry.find("id"), path + ".id", "each identifier once");
        }
    }

    /// Texts for people: `en` is there, the other languages may be.
    void label(const YamlNode& entry, const std::string& path) {
        const YamlNode* label = entry.find("label");
        if (label == nullptr || !label->isMapping()) {
            reader_.mistake(label == nullptr ? entry : *label, path + ".label", "a text for en, fr, de");
            return;
        }
        reader_.knownKeys(*label, path + ".label", keys::Wording);
        for (const std::string_view language : keys::Wording) {
            reader_.text(*label, std::string(language), language == "en", path + ".label");
        }
    }

    void readAssets() {
        const fs::path folder = declaration_.folder / AssetFolder;
        std::error_code absent;
        if (!fs::is_directory(folder, absent)) {
            return;
        }
        for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
            const std::string name = entry.path().filename().string();
            if (!entry.is_regular_file() || !matches(name, "[A-Za-z0-9_][A-Za-z0-9_.-]*")) {
                wrongAsset(name, "files, with names of letters, digits, _, . and -");
            } else if (entry.file_size() > MostBytes) {
                wrongAsset(name, "files of at most " + std::to_string(MostBytes) + " bytes");
            } else {
                declaration_.console.assets.push_back({name, config::readFile(entry.path())});
            }
        }
        auto& assets = declaration_.console.assets;
        std::sort(assets.begin(), assets.end(),
                  [](const ConsoleAsset& a, const ConsoleAsset& b) { return a.name < b.name; });
    }

    void wrongAsset(const std::string& name, const std::string& expected) {
        reader_.add({{reader_.file(), block_.line(), "console", "assets/" + name, expected}});
        wrongAssets_.insert(name);
    }

    void module(const YamlNode& entry, const std::string& path) {
        const std::string asset = reader_.text(entry, "module", true, path);
        const std::string_view start = "assets/";
        const std::string name = asset.starts_with(start) ? asset.substr(start.size()) : std::string();
        const auto& assets = declaration_.console.assets;
        const bool isThere = wrongAssets_.contains(name) || // told already
                             std::any_of(assets.begin(), assets.end(),
                                         [&](const ConsoleAsset& one) { return one.name == name; });
        if (!asset.empty() && !isThere) {
            reader_.mistake(*entry.find("module"), path + ".module",
                            "a file of the folder assets, such as assets/rooms.js");
        }
    }

    void readPages() {
        const std::string path = "console.pages";
        for (const YamlNode* page : entries("pages", keys::ConsolePage)) {
            const std::string route = reader_.matching(*page, "route", Route, RouteWords, path);
            if (!pages_.insert(route).second) {
                reader_.mistake(*page->find("route"), path + ".route", "each address once");
            }
            const std::string kind =
                reader_.matching(*page, "kind", "list|record|module", "list, record or module", path);
            if (kind == "module") {
                module(*page, path);
            } else {
                reader_.text(*page, "operation", true, path);
            }
            const std::vector<std::string> columns = reader_.texts(*page, "columns");
            if (kind == "list" && columns.empty()) {
                reader_.mistake(*page, path + ".columns",
                                "a list page with members of its records as columns");
            }
            allowed(*page, path, kind);
        }
    }

    /// Reports members that a page of this kind would ignore.
    void allowed(const YamlNode& page, const std::string& path, const std::string& kind) {
        for (const YamlNode::Member& member : page.members()) {
            const bool isOfList = member.key == "filters" || member.key == "create";
            const bool isOfData =
                isOfList || member.key == "operation" || member.key == "columns" || member.key == "actions";
            if ((isOfData && kind == "module") || (isOfList && kind == "record") ||
                (member.key == "module" && kind != "module")) {
                reader_.mistake(member.value, path + '.' + member.key, "none on a page of kind " + kind);
            }
        }
    }

    void readMenu() {
        const std::string path = "console.menu";
        for (const YamlNode* entry : entries("menu", keys::ConsoleMenu)) {
            id(*entry, path);
            label(*entry, path);
            word(*entry, "group", path, console::Groups);
            reader_.matching(*entry, "icon", Id, IdWords, path, false);
            const std::string route = reader_.matching(*entry, "route", Route, RouteWords, path);
            if (!route.empty() && !pages_.contains(route)) {
                reader_.mistake(*entry->find("route"), path + ".route", "the route of one of console.pages");
            }
            reader_.text(*entry, "scope", false, path);
            reader_.matching(*entry, "key", "[a-z]", "a small letter", path, false);
            reader_.matching(*entry, "order", "[0-9]{1,4}", "a whole number", path, false);
        }
    }

    void readPanels() {
        const std::string path = "console.panels";
        for (const YamlNode* panel : entries("panels", keys::ConsolePanel)) {
            id(*panel, path);
            word(*panel, "slot", path, console::Slots);
            module(*panel, path);
            reader_.text(*panel, "scope", false, path);
        }
    }

    void readTodo() {
        const std::string path = "console.todo";
        for (const YamlNode* todo : entries("todo", keys::ConsoleTodo)) {
            id(*todo, path);
            label(*todo, path);
            reader_.text(*todo, "operation", true, path);
            const std::string route = reader_.text(*todo, "route", true, path);
            const std::string page = pathOf(route);
            const std::string first = page.substr(0, page.find('/', 1));
            if (!route.empty() && !pages_.contains(page) &&
                !(first.size() > 1 && holds(console::OwnRoutes, std::string_view(first).substr(1)))) {
                reader_.mistake(*todo->find("route"), path + ".route",
                                "the route of one of console.pages, or of a page of the console");
            }
            if (const YamlNode* query = todo->find("query"); query != nullptr && !query->isMapping()) {
                reader_.mistake(*query, path + ".query", "a mapping of parameters to texts");
            }
        }
    }

    void word(const YamlNode& entry, const std::string& key, const std::string& path,
              std::span<const std::string_view> words) {
        const std::string value = reader_.text(entry, key, true, path);
        if (!value.empty() && !holds(words, value)) {
            reader_.mistake(*entry.find(key), path + '.' + key, listed(words));
        }
    }

    Reader& reader_;
    const YamlNode& block_;
    Declaration& declaration_;
    std::set<std::string> ids_;
    std::set<std::string> pages_;
    std::set<std::string> wrongAssets_;
};

/// SHA-256 of the assets with their names.
std::string digestOf(const std::vector<ConsoleAsset>& assets) {
    std::string text;
    for (const ConsoleAsset& asset : assets) {
        text += asset.name + ' ' + sha256Hex(asset.content) + '\n';
    }
    return sha256Hex(text);
}

} // namespace

void readConsole(DeclarationReader& reader, const YamlNode& root, Declaration& declaration) {
    const YamlNode* block = reader.mapping(root, "console", "a mapping with menu, pages, panels and todo");
    if (block != nullptr) {
        declaration.console.node = *block;
        BlockReader(reader, *block, declaration).read();
    }
}

std::string contributionsText(const std::vector<const Declaration*>& plugins) {
    Json list = Json::array();
    for (const Declaration* plugin : plugins) {
        const ConsoleBlock& block = plugin->console;
        Json name = Json::object();
        for (const auto& [language, text] : plugin->name) {
            name.set(language, text);
        }
        Json assets = Json::array();
        for (const ConsoleAsset& asset : block.assets) {
            assets.push(Json::object({{"name", asset.name}, {"content", base64Encode(asset.content)}}));
        }
        list.push(Json::object({{"id", plugin->id},
                                {"name", std::move(name)},
                                {"version", plugin->version},
                                {"console", block.node ? block.node->toJson() : Json()},
                                {"digest", digestOf(block.assets)},
                                {"assets", std::move(assets)}}));
    }
    return Json::object({{"plugins", std::move(list)}}).dump();
}

} // namespace svc::host::plugin
