/// Stores documents in a folder that others use as well: it replaces only files of the same document.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>

#include <svc/connector.hpp>

#include "common/digest.hpp"

namespace svc::connector {

/// Access to the files of a folder by name.
struct Folder {
    std::function<HttpReply(const std::string& name)> read;
    /// False when a file of this name exists by now.
    std::function<bool(const std::string& name, const std::string& content)> create;
    std::function<void(const std::string& name, const std::string& content)> replace;
    /// Throws the refusal, unless the status is 2xx.
    std::function<void(const HttpReply& reply)> accept;
};

namespace detail {

/// `F-7.pdf`, then `F-7-x4kbbd12.pdf` with the end of the document's identifier, then `F-7-x4kbbd12-2.pdf`, …
template <class Input>
std::string nameOf(const Input& input, int number) {
    constexpr std::size_t MarkLength = 8;
    const std::string& name = input.file.name;
    if (number == 0) {
        return name;
    }
    const std::string& id = input.document.id;
    const std::string mark = '-' + id.substr(id.size() - std::min(id.size(), MarkLength)) +
                             (number == 1 ? "" : '-' + std::to_string(number));
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    return name.substr(0, dot) + mark + name.substr(dot);
}

/// Is the content an earlier archived version of this document?
template <class Input>
bool isOwn(const Input& input, std::string_view content) {
    const std::string sha256 = sha256Hex(content);
    return std::find(input.archived.begin(), input.archived.end(), sha256) != input.archived.end();
}

} // namespace detail

/// Stores the file of the verb archive and gives its name. Identical bytes are not sent again, and a sent
/// file is read back for verification. A name that is taken by another file is skipped.
template <class Input>
std::string keepIn(const Folder& folder, const Input& input) {
    constexpr int NotFound = 404;
    constexpr int MostNames = 10;
    const std::string content = base64Decode(input.file.content).value_or("");
    for (int number = 0; number < MostNames; ++number) {
        std::string name = detail::nameOf(input, number);
        const HttpReply before = folder.read(name);
        const bool isFree = before.status == NotFound;
        if (!isFree) {
            folder.accept(before);
            if (before.body == content) {
                return name;
            }
            if (!detail::isOwn(input, before.body)) {
                continue;
            }
            folder.replace(name, content);
        }
        const bool written = !isFree || folder.create(name, content);
        const HttpReply after = folder.read(name);
        folder.accept(after);
        if (after.body == content) {
            return name;
        }
        if (written) {
            throw ApiError(400, "provider-refused", {"content-differs"});
        }
    }
    throw ApiError(400, "provider-refused", {"names-taken"});
}

} // namespace svc::connector
