/// @file Files of the store, written so that a stop at any moment leaves the old or the new state.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "host/package/archive.hpp"

namespace svc::host::package {

/// Replaces a text file: writes beside it, flushes, renames. Throws std::runtime_error.
void replaceFile(const std::filesystem::path& file, std::string_view text);

/// Flushes a folder, so that names made or renamed in it outlast a crash of the machine.
void flushFolder(const std::filesystem::path& folder);

/// The same for a folder with all below it.
void flushTree(const std::filesystem::path& folder);

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

/// Writes the files of a package below a folder. Folders are entered one by one and no link is followed, so
/// that nothing outside of the folder can be written.
class FolderWriter final : public FileSink {
public:
    /// `folder` must exist.
    explicit FolderWriter(const std::filesystem::path& folder);

    void begin(const PackedFile& file) override;
    void add(std::string_view bytes) override;
    void end() override;
    /// A whole file in the folder itself.
    void write(const std::string& name, std::string_view content);

private:
    Descriptor folder_;
    Descriptor file_;
};

/// Takes the files of a package without keeping them.
class NoFiles final : public FileSink {
public:
    void begin(const PackedFile&) override {}
    void add(std::string_view) override {}
    void end() override {}
};

} // namespace svc::host::package
