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

namespace svc::ohada {

/// Texts that are written side by side and read one after another: what is long lies in a file without a
/// name, so memory grows with their number alone.
class Sheaf {
public:
    void append(std::string_view name, std::string_view text);
    /// Gives the text of a name piece by piece; nothing when nothing was written.
    void read(std::string_view name, const std::function<void(std::string_view)>& sink);

private:
    static constexpr std::size_t Piece = 32 * 1024;

    struct Strand {
        std::string end; ///< what is not in the file yet
        std::vector<std::pair<std::int64_t, std::size_t>> pieces;
    };
    void keep(Strand& strand);

    std::map<std::string, Strand, std::less<>> strands_;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{nullptr, &std::fclose};
    std::int64_t size_ = 0;
};

} // namespace svc::ohada
