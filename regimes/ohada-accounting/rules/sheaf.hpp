#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace svc::ohada_accounting {

/// Buffers several texts that are written interleaved and read one after another. Long texts are swapped to
/// an unnamed temporary file, so memory grows only with the number of texts.
class Sheaf {
public:
    void append(std::string_view name, std::string_view text);
    /// Passes a text to `sink` piece by piece; no calls when nothing was written under this name.
    void read(std::string_view name, const std::function<void(std::string_view)>& sink);

private:
    static constexpr std::size_t Piece = 32 * 1024;

    struct Strand {
        std::string end; ///< the part that is not in the file yet
        std::vector<std::pair<std::int64_t, std::size_t>> pieces;
    };
    void keep(Strand& strand);

    std::map<std::string, Strand, std::less<>> strands_;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{nullptr, &std::fclose};
    std::int64_t size_ = 0;
};

} // namespace svc::ohada_accounting
