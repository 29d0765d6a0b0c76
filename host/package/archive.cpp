#include "host/package/archive.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <numeric>
#include <stdexcept>

#include <fcntl.h>

#include "host/core/durable_file.hpp"
#include "host/core/sha256.hpp"
#include "host/package/refusal.hpp"

namespace svc::host::package {
namespace {

constexpr std::size_t Block = 512;
constexpr std::size_t Trailer = 2 * Block;
constexpr std::size_t LongestName = 100;

/// A field of the header of a member: place and length in bytes.
struct Field {
    std::size_t at;
    std::size_t size;
};

/// The fields of ustar that a package uses.
struct Header {
    static constexpr Field Name = {0, 100};
    static constexpr Field Mode = {100, 8};
    static constexpr Field Owner = {108, 8};
    static constexpr Field Group = {116, 8};
    static constexpr Field Size = {124, 12};
    static constexpr Field Time = {136, 12};
    static constexpr Field Checksum = {148, 8};
    static constexpr Field Type = {156, 1};
    static constexpr Field Magic = {257, 8};
    static constexpr Field DeviceMajor = {329, 8};
    static constexpr Field DeviceMinor = {337, 8};
    static constexpr Field Prefix = {345, 155};
};

void put(std::string& header, Field field, std::string_view text) {
    header.replace(field.at, text.size(), text);
}

/// Octal digits that fill the field but for the NUL at its end.
std::string octal(std::uint64_t number, std::size_t digits) {
    std::string text(digits, '0');
    for (std::size_t i = digits; i > 0 && number > 0; --i, number >>= 3U) {
        text[i - 1] = static_cast<char>('0' + (number & 7U));
    }
    return text;
}

/// Where a path is split into prefix and name: the last slash that leaves a name that fits.
std::size_t prefixLength(std::string_view path) {
    if (path.size() <= LongestName) {
        return 0;
    }
    return path.find('/', path.size() - LongestName - 1);
}

std::string headerOf(std::string_view path, bool executable, std::uint64_t size) {
    std::string header(Block, '\0');
    const std::size_t prefix = prefixLength(path);
    put(header, Header::Name, path.substr(prefix == 0 ? 0 : prefix + 1));
    put(header, Header::Prefix, path.substr(0, prefix));
    put(header, Header::Mode, executable ? "0000755" : "0000644");
    put(header, Header::Owner, octal(0, Header::Owner.size - 1));
    put(header, Header::Group, octal(0, Header::Group.size - 1));
    put(header, Header::Size, octal(size, Header::Size.size - 1));
    put(header, Header::Time, octal(0, Header::Time.size - 1));
    put(header, Header::Type, "0");
    put(header, Header::Magic,
        std::string_view("ustar\0"
                         "00",
                         Header::Magic.size));
    put(header, Header::DeviceMajor, octal(0, Header::DeviceMajor.size - 1));
    put(header, Header::DeviceMinor, octal(0, Header::DeviceMinor.size - 1));
    put(header, Header::Checksum, std::string(Header::Checksum.size, ' '));
    const auto sum =
        std::accumulate(header.begin(), header.end(), std::uint64_t{0},
                        [](std::uint64_t before, char c) { return before + static_cast<unsigned char>(c); });
    put(header, Header::Checksum, octal(sum, Header::Checksum.size - 2) + std::string("\0 ", 2));
    return header;
}

std::size_t paddingAfter(std::uint64_t size) {
    return (Block - size % Block) % Block;
}

bool isZero(std::string_view bytes) {
    return std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == '\0'; });
}

/// The bytes of a package, in their order.
class PackageFile {
public:
    explicit PackageFile(const std::filesystem::path& file) : stream_(file, std::ios::binary) {
        if (!stream_) {
            throw std::runtime_error(file.string() + " cannot be read: " + std::strerror(errno));
        }
    }

    std::string next(std::size_t size) {
        std::string bytes(size, '\0');
        stream_.read(bytes.data(), static_cast<std::streamsize>(size));
        if (static_cast<std::size_t>(stream_.gcount()) != size) {
            throw PackageRefused("truncated", "the file ends too early; fetch it again.");
        }
        return bytes;
    }
    void padding(std::string_view path, std::uint64_t size) {
        if (!isZero(next(paddingAfter(size)))) {
            throw PackageRefused("padding:" + std::string(path),
                                 "bytes behind a file are not zero; the package was changed.");
        }
    }
    bool atEnd() { return stream_.peek() == std::ifstream::traits_type::eof(); }

private:
    std::ifstream stream_;
};

/// A member whose size no list tells yet: its header says it, and is then compared like every other.
std::string leadingMember(PackageFile& file, const char* name, std::uint64_t most) {
    const std::string header = file.next(Block);
    std::uint64_t size = 0;
    for (const char c : std::string_view(header).substr(Header::Size.at, Header::Size.size - 1)) {
        size = size * 8 + (static_cast<unsigned char>(c) & 7U);
    }
    if (header != headerOf(name, false, size)) {
        throw PackageRefused("not-a-package:" + std::string(name),
                             "this is no file of svc-host plugins pack; a .tar or .zip is none.");
    }
    if (size > most) {
        throw PackageRefused("too-large:" + std::string(name),
                             "it may have " + std::to_string(most) + " bytes.");
    }
    std::string content = file.next(size);
    file.padding(name, size);
    return content;
}

Sealed readSealed(PackageFile& file) {
    Sealed sealed;
    sealed.manifest = leadingMember(file, ManifestName, Limits::Manifest);
    sealed.signature = leadingMember(file, SignatureName, Limits::Signature);
    return sealed;
}

void readFile(PackageFile& package, const PackedFile& file, FileSink& sink) {
    constexpr std::uint64_t Chunk = 256 * 1024;
    if (package.next(Block) != headerOf(file.path, file.executable, file.size)) {
        throw PackageRefused("header-differs:" + file.path,
                             "the archive does not hold what its signed list says; fetch it again.");
    }
    sink.begin(file);
    Sha256 digest;
    for (std::uint64_t left = file.size; left > 0;) {
        const std::string bytes = package.next(std::min(left, Chunk));
        digest.add(bytes);
        sink.add(bytes);
        left -= bytes.size();
    }
    if (digest.hex() != file.sha256) {
        throw PackageRefused("digest-differs:" + file.path,
                             "the file is not the one that was signed; fetch the package again.");
    }
    package.padding(file.path, file.size);
    sink.end();
}

void readTrailer(PackageFile& file) {
    if (!isZero(file.next(Block))) {
        throw PackageRefused("extra-member", "a file follows that the signed list does not name.");
    }
    if (!isZero(file.next(Trailer - Block)) || !file.atEnd()) {
        throw PackageRefused("trailing-bytes", "bytes follow the end of the package.");
    }
}

/// Writes a package to a file that did not exist before.
class NewPackage {
public:
    explicit NewPackage(const std::filesystem::path& file)
        : path_(file), file_(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)) {
        if (file_.number() < 0) {
            throw std::runtime_error(file.string() + ": " + std::strerror(errno));
        }
    }

    void write(std::string_view bytes) { writeAll(file_, bytes, path_); }
    void member(std::string_view name, bool executable, std::string_view content) {
        write(headerOf(name, executable, content.size()));
        write(content);
        write(std::string(paddingAfter(content.size()), '\0'));
    }

private:
    std::filesystem::path path_;
    Descriptor file_;
};

} // namespace

Manifest readPackage(const std::filesystem::path& file, const Admission& admission, FileSink& sink) {
    PackageFile package(file);
    Manifest manifest = admission(readSealed(package));
    for (const PackedFile& packed : manifest.files) {
        readFile(package, packed, sink);
    }
    readTrailer(package);
    return manifest;
}

Sealed readSealed(const std::filesystem::path& file) {
    PackageFile package(file);
    return readSealed(package);
}

void writePackage(const std::filesystem::path& file, const Manifest& manifest, const Sealed& sealed,
                  const std::function<std::string(const PackedFile&)>& content) {
    NewPackage package(file);
    package.member(ManifestName, false, sealed.manifest);
    package.member(SignatureName, false, sealed.signature);
    for (const PackedFile& packed : manifest.files) {
        package.member(packed.path, packed.executable, content(packed));
    }
    package.write(std::string(Trailer, '\0'));
}

} // namespace svc::host::package
