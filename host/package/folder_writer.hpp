#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "host/core/durable_file.hpp"
#include "host/package/archive.hpp"

namespace svc::host::package {

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
    std::string path_; ///< of the file
};

/// Takes the files of a package without keeping them.
class NoFiles final : public FileSink {
public:
    void begin(const PackedFile&) override {}
    void add(std::string_view) override {}
    void end() override {}
};

} // namespace svc::host::package
