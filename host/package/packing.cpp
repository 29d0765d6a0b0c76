#include "host/package/packing.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>

#include <elf.h>

#include <svc/date.hpp>

#include "host/config/yaml_document.hpp"
#include "host/core/sha256.hpp"
#include "host/package/archive.hpp"
#include "host/package/refusal.hpp"
#include "host/plugin/declaration.hpp"

namespace svc::host::package {
namespace {

namespace fs = std::filesystem;

/// The files below a folder, sorted by path.
std::vector<PackedFile> filesOf(const fs::path& folder) {
    std::vector<PackedFile> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        const fs::file_type type = entry.symlink_status().type();
        if (type == fs::file_type::directory) {
            continue;
        }
        const std::string path = entry.path().lexically_relative(folder).string();
        if (type != fs::file_type::regular) {
            throw PackageRefused("not-a-file:" + printable(path),
                                 "a package holds no links or devices; put the file itself there.");
        }
        const bool executable = (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
        files.push_back({path, executable, entry.file_size(), sha256OfFile(entry.path())});
    }
    std::sort(files.begin(), files.end(),
              [](const PackedFile& a, const PackedFile& b) { return a.path < b.path; });
    return files;
}

std::string instantText(std::int64_t seconds) {
    // Without the milliseconds.
    return Instant(seconds * Instant::Second).toString().substr(0, 19) + 'Z';
}

/// Keeps the files of a package, which are at most Limits::Package in all, by their paths.
class FileKeeper final : public FileSink {
public:
    explicit FileKeeper(std::map<std::string, std::string>& contents) : contents_(contents) {}

    void begin(const PackedFile& packed) override { content_ = &contents_[packed.path]; }
    void add(std::string_view bytes) override { content_->append(bytes); }
    void end() override {}

private:
    std::map<std::string, std::string>& contents_;
    std::string* content_ = nullptr;
};

} // namespace

void requireFiles(const Manifest& manifest, const std::string& library) {
    std::vector<std::string> required = {"plugin.yaml", "openapi.yaml", "LICENSE", "sbom.cdx.json"};
    if (!library.empty()) {
        required.push_back(library);
    }
    for (const std::string& path : required) {
        if (std::none_of(manifest.files.begin(), manifest.files.end(),
                         [&](const PackedFile& file) { return file.path == path; })) {
            throw PackageRefused("file-missing:" + path, "every package holds it: add it and pack again.");
        }
    }
}

std::string archOf(const fs::path& library) {
    std::array<char, sizeof(Elf64_Ehdr)> bytes{};
    std::ifstream(library, std::ios::binary).read(bytes.data(), bytes.size());
    Elf64_Ehdr header{};
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(&header));
    const std::map<unsigned, std::string> known = {{EM_X86_64, "amd64-linux-gnu"},
                                                   {EM_AARCH64, "arm64-linux-gnu"}};
    const auto found = known.find(header.e_machine);
    const std::string_view magic(bytes.data(), SELFMAG);
    if (magic != std::string_view(ELFMAG, SELFMAG) || found == known.end()) {
        throw PackageRefused("arch-unknown:" + library.filename().string(),
                             "it is no library for amd64 or arm64.");
    }
    return found->second;
}

Packed pack(const PackRequest& request, const Key& key) {
    const plugin::Declaration declaration = plugin::readDeclaration(request.folder);
    Manifest manifest;
    manifest.id = declaration.id;
    manifest.version = declaration.version;
    manifest.kind = declaration.kind;
    manifest.sdkMajor = declaration.sdkMajor;
    manifest.sdkMinor = declaration.sdkMinor;
    manifest.arch = archOf(declaration.library);
    manifest.publisher = request.publisher;
    manifest.created = instantText(request.created);
    manifest.files = filesOf(request.folder);
    requireFiles(manifest, declaration.library.filename().string());

    Sealed sealed{toText(manifest), {}};
    parseManifest(sealed.manifest); // whoever installs it reads it with the same rules
    sealed.signature = key.sign(sealed.manifest) + '\n';
    Packed packed{request.target / fileNameOf(manifest), std::move(manifest)};
    writePackage(packed.file, packed.manifest, sealed, [&](const PackedFile& file) {
        std::string content = config::readFile(request.folder / file.path);
        if (sha256Hex(content) != file.sha256) {
            throw std::runtime_error(file.path + " was changed while it was packed");
        }
        return content;
    });
    return packed;
}

void addSignature(const fs::path& file, const Key& key) {
    Sealed sealed;
    std::map<std::string, std::string> contents;
    FileKeeper keeper(contents);
    const Manifest manifest = readPackage(
        file,
        [&](const Sealed& read) {
            sealed = read;
            return parseManifest(read.manifest);
        },
        keeper);

    std::string signatures;
    const std::string own = key.sign(sealed.manifest);
    const std::string keyStart = own.substr(0, own.rfind(' '));
    for (std::size_t at = 0; at < sealed.signature.size();) {
        const std::size_t end = sealed.signature.find('\n', at) + 1;
        const std::string line = sealed.signature.substr(at, end - at);
        signatures += line.starts_with(keyStart) ? "" : line;
        at = end;
    }
    sealed.signature = signatures + own + '\n';
    parseSignatures(sealed.signature);
    const fs::path fresh = file.string() + ".new";
    fs::remove(fresh);
    writePackage(fresh, manifest, sealed, [&](const PackedFile& packed) { return contents[packed.path]; });
    fs::rename(fresh, file);
}

} // namespace svc::host::package
