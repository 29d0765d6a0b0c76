#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace svc {

/// A file of an archive that is complete.
struct ZippedFile {
    std::string name;
    std::int64_t size = 0;
    std::string sha256; ///< in hexadecimal
};

/// Writes a ZIP archive from its first byte to its last: sizes stand behind the files, so that nothing needs
/// to be kept. Files have no time of their own: the same files give the same bytes.
class ZipWriter {
public:
    /// `sink` takes the bytes of the archive. What it throws comes out of the call that wrote.
    explicit ZipWriter(std::function<void(std::string_view)> sink);
    ~ZipWriter();
    ZipWriter(const ZipWriter&) = delete;
    ZipWriter& operator=(const ZipWriter&) = delete;

    /// Adds to the file of this name, which another name ends. Throws std::logic_error for a file that has
    /// ended.
    void write(std::string_view name, std::string_view bytes);
    /// The files that were written; ends the last one.
    const std::vector<ZippedFile>& files();
    void close();

private:
    struct Handles;

    void begin(std::string_view name);
    void end();
    /// Throws on what the sink threw, or what the library says of a failure.
    void check(std::int64_t result);

    std::function<void(std::string_view)> sink_;
    std::exception_ptr failure_;
    std::unique_ptr<Handles> handles_;
    bool open_ = false;
    std::vector<ZippedFile> files_;
    std::unordered_set<std::size_t> names_; ///< hashes of the names: to look for a twin only where one may be
};

} // namespace svc
