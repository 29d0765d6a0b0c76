/// @file Files that outlast a crash of the machine once they are written.
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

namespace svc::host {

/// An open file or folder.
class Descriptor {
public:
    explicit Descriptor(int number) noexcept : number_(number) {}
    ~Descriptor();
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const noexcept { return number_; }

private:
    int number_;
};

// All throw std::runtime_error, which names the path and the reason of the system.

void writeAll(const Descriptor& file, std::string_view bytes, const std::filesystem::path& path);
void flush(const Descriptor& file, const std::filesystem::path& path);

/// Flushes a file, or a folder, so that names made or renamed in it are kept.
void flushPath(const std::filesystem::path& path);
/// Flushes all folders of a tree.
void flushFolders(const std::filesystem::path& folder);

/// Replaces a text file (mode 0644): writes beside it, flushes, renames. A stop at any moment leaves the old
/// or the new text.
void replaceFile(const std::filesystem::path& file, std::string_view text);

} // namespace svc::host
