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

/// A completed file of an archive.
struct ZippedFile {
    std::string name;
    std::int64_t size = 0;
    std::string sha256; ///< in hexadecimal
};

/// Streams a ZIP archive: sizes follow the files, so that nothing needs to be buffered. Files have no
/// timestamps, so the same files give the same bytes.
class ZipWriter {
public:
    /// `sink` receives the bytes of the archive. Its exceptions leave the call that wrote.
    explicit ZipWriter(std::function<void(std::string_view)> sink);
    ~ZipWriter();
    ZipWriter(const ZipWriter&) = delete;
    ZipWriter& operator=(const ZipWriter&) = delete;

    /// Appends to the file of this name; another name ends the current file. Throws std::logic_error for a
    /// file that has ended.
    void write(std::string_view name, std::string_view bytes);
    /// The files that were written; ends the last one.
    const std::vector<ZippedFile>& files();
    void close();

private:
    struct Handles;

    void begin(std::string_view name);
    void end();
    /// Rethrows an exception of the sink, or throws the error of the library.
    void check(std::int64_t result);

    std::function<void(std::string_view)> sink_;
    std::exception_ptr failure_;
    std::unique_ptr<Handles> handles_;
    bool open_ = false;
    std::vector<ZippedFile> files_;
    std::unordered_set<std::size_t> names_; ///< hashes of the names: a duplicate is searched only on a hit
};

} // namespace svc
