#include "host/package/trust.hpp"

#include <algorithm>

#include "host/config/mistake.hpp"
#include "host/config/section_reader.hpp"
#include "host/config/yaml_document.hpp"
#include "host/core/sha256.hpp"
#include "host/package/permission_list.hpp"
#include "host/package/refusal.hpp"

namespace svc::host::package {
namespace {

namespace fs = std::filesystem;

using config::Mistake;
using config::SectionReader;
using config::YamlNode;

bool isHex(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
}

bool isDate(std::string_view text) {
    return Date::parse(text).has_value();
}

bool isIdPattern(std::string_view text) {
    return text == "*" || (!text.empty() && text.find('*') >= text.size() - 1);
}

/// Reads the file of one publisher.
class PublisherReader {
public:
    PublisherReader(const fs::path& path, std::vector<Mistake>& mistakes)
        : document_(config::YamlDocument::read(path)), folder_(path.parent_path()), file_(path.string()),
          mistakes_(mistakes) {}

    Publisher read() {
        SectionReader section(file_, &document_.root(), "", mistakes_);
        Publisher publisher;
        publisher.name =
            section.text("publisher", config::isNotEmpty, "the name of a publisher").value_or("");
        if (publisher.name.empty()) {
            mistakes_.push_back({file_, 1, "publisher", "nothing", "the name of a publisher"});
        }
        publisher.ids = section.texts("ids", isIdPattern, "ids of plugins; one * may end a pattern");
        publisher.kinds = section.texts("kinds", isPluginKind, "module, regime or connector");
        const std::vector<std::string> words =
            section.texts("permissionsAtMost", isPermissionWord, permissionWords());
        if (document_.root().find("permissionsAtMost") != nullptr) {
            publisher.permissionsAtMost = words;
        }
        each(section, "keys", [&](SectionReader& key) { readKey(key, publisher); });
        each(section, "revoked", [&](SectionReader& entry) {
            publisher.revoked.push_back({textOf(entry, "version"), hexOf(entry, "manifest"),
                                         hexOf(entry, "key"), textOf(entry, "reason")});
        });
        section.finish();
        return publisher;
    }

private:
    /// Calls `read` with each mapping of a list.
    template <class Read>
    void each(SectionReader& section, const std::string& key, const Read& read) {
        const YamlNode::Member* member = section.member(key);
        if (member == nullptr || member->value.isNull()) {
            return;
        }
        if (!member->value.isList()) {
            section.refuse(*member, member->value.describe(), "a list");
            return;
        }
        for (const YamlNode& item : member->value.items()) {
            line_ = item.line();
            SectionReader entry(file_, &item, key, mistakes_);
            read(entry);
            entry.finish();
        }
    }

    std::string textOf(SectionReader& section, std::string_view key) {
        return section.text(key, config::isNotEmpty, "a text").value_or("");
    }
    /// Hexadecimal digits, which may also look like a number to YAML.
    std::string hexOf(SectionReader& section, std::string_view key) {
        const YamlNode::Member* member = section.member(key);
        if (member == nullptr) {
            return "";
        }
        if (!isHex(member->value.text())) {
            section.refuse(*member, member->value.describe(), "hexadecimal digits in small letters");
        }
        return member->value.text();
    }

    void readKey(SectionReader& section, Publisher& publisher) {
        const std::string id = hexOf(section, "id");
        const std::string name = textOf(section, "file");
        const auto date = [&](std::string_view key) -> std::optional<Date> {
            const auto text = section.text(key, isDate, "a date, YYYY-MM-DD");
            return text ? Date::parse(*text) : std::nullopt;
        };
        const auto from = date("from");
        const auto until = date("until");
        if (id.empty() || name.empty()) {
            mistakes_.push_back(
                {file_, line_, "keys", "a key without id or file", "{ id, file, from, until }"});
            return;
        }
        try {
            Key key = Key::readPublic(folder_ / name);
            if (key.id() != id) {
                mistakes_.push_back(
                    {file_, line_, "keys.id", id, key.id() + ", the id of the key in " + name});
            }
            publisher.keys.push_back({id, std::move(key), from, until});
        } catch (const std::runtime_error& error) {
            mistakes_.push_back({file_, line_, "keys.file", error.what(), "a public key of Ed25519 in PEM"});
        }
    }

    config::YamlDocument document_;
    fs::path folder_;
    std::string file_;
    std::vector<Mistake>& mistakes_;
    int line_ = 0;
};

bool matches(const std::string& pattern, const std::string& id) {
    return pattern.back() == '*' ? id.starts_with(pattern.substr(0, pattern.size() - 1)) : pattern == id;
}

bool contains(const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

void checkPublisher(const Manifest& manifest, const Publisher& publisher) {
    const bool mayName =
        std::any_of(publisher.ids.begin(), publisher.ids.end(),
                    [&](const std::string& pattern) { return matches(pattern, manifest.id); });
    if (manifest.publisher != publisher.name || !mayName) {
        throw PackageRefused("publisher-not-allowed:" + manifest.id,
                             "the trust file of " + publisher.name +
                                 " does not allow this plugin; add it to " +
                                 "its ids if you expect it from there.");
    }
    if (!contains(publisher.kinds, manifest.kind)) {
        throw PackageRefused("kind-not-allowed:" + manifest.kind,
                             "the trust file of " + publisher.name + " does not name this kind of plugin.");
    }
}

void checkKey(const Manifest& manifest, const TrustedKey& key) {
    const Date created = Date::parse(std::string_view(manifest.created).substr(0, 10)).value();
    if ((key.from && created < *key.from) || (key.until && created > *key.until)) {
        throw PackageRefused("key-expired:" + key.id,
                             "the package was made outside of the time of its key; ask its publisher for one "
                             "that is signed with a current key.");
    }
}

void checkRevocations(const Sealed& sealed, const Manifest& manifest, const Publisher& publisher,
                      const std::string& key) {
    const std::string digest = sha256Hex(sealed.manifest);
    for (const Revocation& revoked : publisher.revoked) {
        if (revoked.version == manifest.id + ' ' + manifest.version || revoked.manifest == digest ||
            revoked.key == key) {
            throw PackageRefused("revoked:" + (revoked.reason.empty() ? "no reason given" : revoked.reason),
                                 "the trust file of " + publisher.name +
                                     " revokes it; install another version.");
        }
    }
}

} // namespace

Trust Trust::read(const fs::path& folder) {
    Trust trust;
    trust.folder_ = folder;
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.path().extension() == ".yaml") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<Mistake> mistakes;
    for (const fs::path& file : files) {
        trust.publishers_.push_back(PublisherReader(file, mistakes).read());
    }
    if (!mistakes.empty()) {
        throw config::ConfigError(std::move(mistakes));
    }
    return trust;
}

Admitted Trust::admit(const Sealed& sealed) const {
    const std::vector<SignatureLine> lines = parseSignatures(sealed.signature);
    const Publisher* publisher = nullptr;
    const TrustedKey* used = nullptr;
    for (const SignatureLine& line : lines) {
        for (const Publisher& candidate : publishers_) {
            for (const TrustedKey& key : candidate.keys) {
                if (key.id != line.key) {
                    continue;
                }
                if (!key.key.verify(sealed.manifest, line.bytes)) {
                    throw PackageRefused(
                        "signature-wrong:" + key.id,
                        "list or signature was changed since it was signed; fetch the package "
                        "again.");
                }
                if (used == nullptr) {
                    publisher = &candidate;
                    used = &key;
                }
            }
        }
    }
    if (used == nullptr) {
        throw PackageRefused("signature-untrusted:" + lines.front().key,
                             "add the publisher's key to " + folder_.string() + " if you trust it.");
    }
    Admitted admitted{parseManifest(sealed.manifest), publisher, used->id};
    checkPublisher(admitted.manifest, *publisher);
    checkKey(admitted.manifest, *used);
    checkRevocations(sealed, admitted.manifest, *publisher, used->id);
    return admitted;
}

} // namespace svc::host::package
