#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace svc::host::http {

/// The body of a long answer in an unnamed temporary file: it disappears with this object or the process.
/// Written by the thread that answers, then read by the thread that sends.
class SpoolFile {
public:
    /// Throws Refused 503 not-ready when the file cannot be created.
    explicit SpoolFile(const std::filesystem::path& folder);
    ~SpoolFile();
    SpoolFile(const SpoolFile&) = delete;
    SpoolFile& operator=(const SpoolFile&) = delete;

    /// Appends. Throws Refused 503 not-ready when the disk is full.
    void write(std::string_view text);
    std::uint64_t size() const noexcept { return size_; }
    /// At most `most` bytes from `offset` on; empty when the file cannot be read.
    std::string read(std::uint64_t offset, std::size_t most) const;

private:
    int descriptor_;
    std::uint64_t size_ = 0;
};

} // namespace svc::host::http
