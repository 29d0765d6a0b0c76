#include "host/package/manifest.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>

#include <svc/date.hpp>
#include <svc/text.hpp>

#include "host/package/refusal.hpp"

namespace svc::host::package {
namespace {

constexpr std::string_view Format = "1";
constexpr std::size_t HeaderLines = 8;
constexpr std::size_t MostParts = 6;
constexpr std::size_t LongestPart = 100;
constexpr std::size_t LongestPath = 180;
constexpr std::size_t DigestDigits = 64;

bool consistsOf(std::string_view text, bool (*allowed)(char)) {
    return !text.empty() && std::all_of(text.begin(), text.end(), allowed);
}

bool isSmallLetter(char c) {
    return c >= 'a' && c <= 'z';
}

bool isPathCharacter(char c) {
    return isSmallLetter(c) || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '.' || c == '_' || c == '+' ||
           c == '-';
}

/// Digits without leading zeros, at most `most` of them.
bool isNumber(std::string_view text, std::size_t most) {
    return consistsOf(text, isDigit) && text.size() <= most && (text.size() == 1 || text.front() != '0');
}

/// Numbers separated by dots.
bool areNumbers(std::string_view text, std::size_t count) {
    constexpr std::size_t Digits = 6;
    const auto parts = split(text, '.');
    return parts.size() == count && std::all_of(parts.begin(), parts.end(),
                                                [](std::string_view part) { return isNumber(part, Digits); });
}

bool isId(std::string_view text) {
    constexpr std::size_t Longest = 40;
    return text.size() >= 2 && text.size() <= Longest && isSmallLetter(text.front()) &&
           consistsOf(text, [](char c) { return isSmallLetter(c) || isDigit(c) || c == '-'; });
}

bool isVersion(std::string_view text) {
    return areNumbers(text, 3);
}

bool isSdk(std::string_view text) {
    return areNumbers(text, 2);
}

bool isInstant(std::string_view text) {
    constexpr std::string_view Form = "0000-00-00T00:00:00Z";
    if (text.size() != Form.size()) {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (Form[i] == '0' ? !isDigit(text[i]) : text[i] != Form[i]) {
            return false;
        }
    }
    return Instant::parse(text).has_value();
}

struct HeaderField {
    std::string_view name;
    bool (*valid)(std::string_view);
};

constexpr std::array<HeaderField, HeaderLines> HeaderFields = {{
    {"svcplugin", [](std::string_view) { return true; }}, // compared by itself
    {"id", isId},
    {"version", isVersion},
    {"kind", isPluginKind},
    {"sdk", isSdk},
    {"arch", isId},
    {"publisher", isId},
    {"created", isInstant},
}};

[[noreturn]] void refuseSyntax(std::size_t line, std::string_view field) {
    throw PackageRefused("manifest-syntax:" + std::to_string(line) + ':' + std::string(field),
                         "MANIFEST is not as svc-host plugins pack writes it; pack the plugin again.");
}

/// Takes the text up to the next `end`; nothing when it does not come.
std::optional<std::string_view> take(std::string_view& rest, char end) {
    const std::size_t at = rest.find(end);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view taken = rest.substr(0, at);
    rest.remove_prefix(at + 1);
    return taken;
}

std::string_view headerValue(std::string_view& rest, std::size_t index) {
    const HeaderField& field = HeaderFields.at(index);
    const std::size_t line = index + 1;
    std::optional<std::string_view> text = take(rest, '\n');
    if (!text || !text->starts_with(field.name) || text->substr(field.name.size()).substr(0, 1) != " ") {
        refuseSyntax(line, field.name);
    }
    const std::string_view value = text->substr(field.name.size() + 1);
    if (!field.valid(value)) {
        refuseSyntax(line, field.name);
    }
    return value;
}

PackedFile fileOf(std::string_view text, std::size_t line) {
    constexpr std::size_t SizeDigits = 12;
    std::string_view rest = text;
    const auto word = take(rest, ' ');
    if (word != "file") {
        refuseSyntax(line, "file");
    }
    const auto mode = take(rest, ' ');
    if (mode != "x" && mode != "-") {
        refuseSyntax(line, "mode");
    }
    const auto size = take(rest, ' ');
    if (!size || !isNumber(*size, SizeDigits)) {
        refuseSyntax(line, "size");
    }
    const auto digest = take(rest, ' ');
    const auto isHex = [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); };
    if (!digest || digest->size() != DigestDigits || !consistsOf(*digest, isHex)) {
        refuseSyntax(line, "sha256");
    }
    return {std::string(rest), *mode == "x", static_cast<std::uint64_t>(parseInt64(*size).value()),
            std::string(*digest)};
}

void checkPath(const std::string& path) {
    if (!isPackedPath(path)) {
        throw PackageRefused("path-refused:" + printable(path),
                             "a package holds plain relative paths alone; rename the file.");
    }
}

/// The folders above a path.
std::vector<std::string> foldersOf(const std::string& path) {
    std::vector<std::string> folders;
    for (std::size_t at = path.find('/'); at != std::string::npos; at = path.find('/', at + 1)) {
        folders.push_back(path.substr(0, at));
    }
    return folders;
}

void checkFiles(const std::vector<PackedFile>& files) {
    std::set<std::string, std::less<>> folders;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const PackedFile& file = files[i];
        checkPath(file.path);
        if (i > 0 && files[i - 1].path >= file.path) {
            throw PackageRefused("order-or-duplicate:" + file.path,
                                 "the paths of a package are sorted by their bytes, each once.");
        }
        if (file.size > Limits::File) {
            throw PackageRefused("file-too-large:" + file.path, "a file may have 128 MiB.");
        }
        sum += file.size;
        for (std::string& folder : foldersOf(file.path)) {
            folders.insert(std::move(folder));
        }
    }
    for (const PackedFile& file : files) {
        if (folders.count(file.path) != 0) {
            throw PackageRefused("file-is-directory:" + file.path,
                                 "the same path is a file and a folder of other files.");
        }
    }
    if (sum > Limits::Package) {
        throw PackageRefused("package-too-large", "the files of a package may have 256 MiB in all.");
    }
}

} // namespace

std::string printable(std::string_view text) {
    constexpr std::string_view Digits = "0123456789abcdef";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > 0x20 && byte < 0x7F && c != '\\') {
            result += c;
        } else {
            result += {'\\', 'x', Digits[byte >> 4U], Digits[byte & 0xFU]};
        }
    }
    return result;
}

bool isPluginKind(std::string_view text) {
    return text == "module" || text == "regime" || text == "connector";
}

bool isPackedPath(std::string_view path) {
    if (path.size() > LongestPath) {
        return false;
    }
    const auto parts = split(path, '/');
    return !parts.empty() && parts.size() <= MostParts &&
           std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
               return part.size() <= LongestPart && consistsOf(part, isPathCharacter) && part.front() != '.';
           });
}

std::string fileNameOf(const Manifest& manifest) {
    return manifest.id + '-' + manifest.version + ".svcplugin";
}

std::string toText(const Manifest& manifest) {
    const std::string sdk = std::to_string(manifest.sdkMajor) + '.' + std::to_string(manifest.sdkMinor);
    const std::array<std::string_view, HeaderLines> values = {
        Format, manifest.id,   manifest.version,   manifest.kind,
        sdk,    manifest.arch, manifest.publisher, manifest.created};
    std::string text;
    for (std::size_t i = 0; i < HeaderLines; ++i) {
        text.append(HeaderFields.at(i).name).append(1, ' ').append(values.at(i)).append(1, '\n');
    }
    for (const PackedFile& file : manifest.files) {
        text.append("file ").append(file.executable ? "x " : "- ").append(std::to_string(file.size));
        text.append(1, ' ').append(file.sha256).append(1, ' ').append(file.path).append(1, '\n');
    }
    return text;
}

Manifest parseManifest(std::string_view text) {
    if (text.size() > Limits::Manifest) {
        throw PackageRefused("too-large:MANIFEST", "MANIFEST may have 1 MiB.");
    }
    std::string_view rest = text;
    const std::string format(headerValue(rest, 0));
    if (format != Format) {
        throw PackageRefused("format-unknown:" + printable(format), "upgrade svc-host to read this package.");
    }
    Manifest manifest;
    std::size_t next = 1;
    manifest.id = headerValue(rest, next++);
    manifest.version = headerValue(rest, next++);
    manifest.kind = headerValue(rest, next++);
    const auto sdk = split(headerValue(rest, next++), '.');
    manifest.sdkMajor = static_cast<int>(parseInt64(sdk[0]).value());
    manifest.sdkMinor = static_cast<int>(parseInt64(sdk[1]).value());
    manifest.arch = headerValue(rest, next++);
    manifest.publisher = headerValue(rest, next++);
    manifest.created = headerValue(rest, next++);
    for (std::size_t line = HeaderLines + 1; !rest.empty(); ++line) {
        const auto file = take(rest, '\n');
        if (!file) {
            refuseSyntax(line, "file");
        }
        manifest.files.push_back(fileOf(*file, line));
        if (manifest.files.size() > Limits::Files) {
            throw PackageRefused("too-many-files", "a package may hold 2,000 files.");
        }
    }
    checkFiles(manifest.files);
    return manifest;
}

int compareVersions(std::string_view a, std::string_view b) {
    const auto left = split(a, '.');
    const auto right = split(b, '.');
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
        const std::int64_t difference = parseInt64(left[i]).value_or(0) - parseInt64(right[i]).value_or(0);
        if (difference != 0) {
            return difference < 0 ? -1 : 1;
        }
    }
    return 0;
}

} // namespace svc::host::package
