/// @file Files that a route gives to browsers, from memory: validators, compressed forms, content types.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ios>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <svc/encoding.hpp>
#include <svc/http.hpp>
#include <svc/text.hpp>

namespace svc {

/// The content type of a file by the end of its name; `application/octet-stream` for an unknown one.
inline std::string_view contentTypeOf(std::string_view fileName) {
    using Known = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Known, 16> Types{
        Known{"css", "text/css; charset=utf-8"},
        Known{"csv", "text/csv; charset=utf-8"},
        Known{"html", "text/html; charset=utf-8"},
        Known{"ico", "image/x-icon"},
        Known{"jpg", "image/jpeg"},
        Known{"js", "text/javascript; charset=utf-8"},
        Known{"json", "application/json"},
        Known{"mjs", "text/javascript; charset=utf-8"},
        Known{"pdf", "application/pdf"},
        Known{"png", "image/png"},
        Known{"svg", "image/svg+xml"},
        Known{"txt", "text/plain; charset=utf-8"},
        Known{"wasm", "application/wasm"},
        Known{"webmanifest", "application/manifest+json"},
        Known{"webp", "image/webp"},
        Known{"woff2", "font/woff2"},
    };
    const std::size_t point = fileName.rfind('.');
    const std::string end = point == std::string_view::npos ? "" : lowerAscii(fileName.substr(point + 1));
    const auto* const found =
        std::find_if(Types.begin(), Types.end(), [&](const Known& known) { return known.first == end; });
    return found == Types.end() ? "application/octet-stream" : found->second;
}

/// One file, and what was compressed of it beforehand.
class StaticFile {
public:
    StaticFile(std::string_view contentType, std::string content)
        : contentType_(contentType), plain_(std::move(content)), tag_(tagOf(plain_)) {}

    /// Adds the file in a content coding of HTTP, `br` or `gzip`. Of several that a client accepts, the one
    /// that was added first is sent.
    StaticFile& compressed(std::string_view coding, std::string content) {
        codings_.push_back({std::string(coding), std::move(content)});
        return *this;
    }

    const std::string& contentType() const noexcept { return contentType_; }
    const std::string& content() const noexcept { return plain_; }
    /// Changes with the content. Not a proof against somebody who looks for two files with the same one.
    const std::string& tag() const noexcept { return tag_; }

    /// The answer to a GET or HEAD with these headers of the request: 200, or 304 when the client has this
    /// form of the file. Sets Content-Type, Content-Encoding, ETag, Cache-Control and Vary. The operation
    /// declares both statuses.
    Response answer(std::string_view acceptEncoding, std::string_view ifNoneMatch,
                    std::string_view cacheControl) const {
        const Coding* const coding = chosen(acceptEncoding);
        const std::string etag = '"' + tag_ + (coding == nullptr ? "" : '-' + coding->name) + '"';
        const bool known = holdsTag(ifNoneMatch, etag);
        Response response =
            known ? Response::empty(304)
                  : Response::bytes(200, contentType_, coding == nullptr ? plain_ : coding->content);
        if (coding != nullptr && !known) {
            response.header("Content-Encoding", coding->name);
        }
        if (!codings_.empty()) {
            response.header("Vary", "Accept-Encoding");
        }
        response.header("ETag", etag).header("Cache-Control", cacheControl);
        return response;
    }
    Response answer(const Request& request, std::string_view cacheControl) const {
        return answer(request.header("Accept-Encoding").value_or(std::string_view()),
                      request.header("If-None-Match").value_or(std::string_view()), cacheControl);
    }

private:
    struct Coding {
        std::string name;
        std::string content;
    };

    /// FNV-1a with 64 bits, and the length.
    static std::string tagOf(std::string_view content) {
        std::uint64_t hash = 0xcbf29ce484222325U;
        for (const char c : content) {
            hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
        }
        std::string bytes;
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes += static_cast<char>((hash >> static_cast<unsigned>(shift)) & 0xffU);
        }
        return hexEncode(bytes) + '-' + std::to_string(content.size());
    }

    /// Does a list of Accept-Encoding allow the coding? An entry `;q=0` forbids it, `*` stands for those that
    /// are not named.
    static bool accepts(std::string_view list, std::string_view coding) {
        bool others = false;
        for (const std::string_view entry : split(list, ',')) {
            const std::vector<std::string_view> parts = split(entry, ';');
            const std::string_view name = parts.empty() ? std::string_view() : trim(parts.front());
            const bool allowed = std::none_of(parts.begin(), parts.end(), [](std::string_view part) {
                const std::string_view quality = trim(part);
                return quality.starts_with("q=0") &&
                       quality.find_first_of("123456789") == std::string_view::npos;
            });
            if (equalsIgnoreCase(name, coding)) {
                return allowed;
            }
            others = others || (name == "*" && allowed);
        }
        return others;
    }

    static bool holdsTag(std::string_view list, std::string_view etag) {
        for (std::string_view entry : split(list, ',')) {
            entry = trim(entry);
            if (entry.starts_with("W/")) {
                entry.remove_prefix(2);
            }
            if (entry == etag || entry == "*") {
                return true;
            }
        }
        return false;
    }

    const Coding* chosen(std::string_view acceptEncoding) const {
        const auto found = std::find_if(codings_.begin(), codings_.end(), [&](const Coding& coding) {
            return accepts(acceptEncoding, coding.name);
        });
        return found == codings_.end() ? nullptr : &*found;
    }

    std::string contentType_;
    std::string plain_;
    std::vector<Coding> codings_;
    std::string tag_;
};

/// The files of a folder and of the folders below it. `x.js.br` and `x.js.gz` are `x.js` compressed, where
/// that is there.
class StaticFiles {
public:
    StaticFiles() = default;

    /// Reads all of them. A folder that is not there has none; throws std::runtime_error when a file cannot
    /// be read.
    static StaticFiles read(const std::filesystem::path& folder) {
        namespace fs = std::filesystem;
        std::map<std::string, std::string, std::less<>> contents;
        std::error_code absent;
        if (fs::is_directory(folder, absent)) {
            for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
                if (entry.is_regular_file()) {
                    contents.emplace(entry.path().lexically_relative(folder).generic_string(),
                                     contentOf(entry.path()));
                }
            }
        }
        StaticFiles files;
        for (auto& [name, content] : contents) {
            if (!isCompressed(name, contents)) {
                StaticFile file(contentTypeOf(name), std::move(content));
                for (const auto& [end, coding] : Ends) {
                    if (const auto found = contents.find(name + std::string(end)); found != contents.end()) {
                        file.compressed(coding, found->second);
                    }
                }
                files.files_.emplace(name, std::move(file));
            }
        }
        return files;
    }

    /// By its path below the folder, with `/`; nullptr when there is none.
    const StaticFile* find(std::string_view name) const {
        const auto found = files_.find(name);
        return found == files_.end() ? nullptr : &found->second;
    }

private:
    using End = std::pair<std::string_view, std::string_view>;
    static constexpr std::array<End, 2> Ends{End{".br", "br"}, End{".gz", "gzip"}};

    static bool isCompressed(std::string_view name,
                             const std::map<std::string, std::string, std::less<>>& contents) {
        return std::any_of(Ends.begin(), Ends.end(), [&](const End& end) {
            return name.ends_with(end.first) &&
                   contents.contains(name.substr(0, name.size() - end.first.size()));
        });
    }

    static std::string contentOf(const std::filesystem::path& path) {
        std::ifstream file(path, std::ios::binary);
        std::string content(std::filesystem::file_size(path), '\0');
        if (!file.read(content.data(), static_cast<std::streamsize>(content.size()))) {
            throw std::runtime_error("cannot read " + path.string());
        }
        return content;
    }

    std::map<std::string, StaticFile, std::less<>> files_;
};

} // namespace svc
