#include "rules/sheaf.hpp"

#include <cerrno>
#include <system_error>

namespace svc::ohada_accounting {
namespace {

void check(bool done, const char* what) {
    if (!done) {
        throw std::system_error(errno, std::generic_category(), what);
    }
}

} // namespace

void Sheaf::append(std::string_view name, std::string_view text) {
    auto found = strands_.find(name);
    if (found == strands_.end()) {
        found = strands_.emplace(name, Strand()).first;
    }
    found->second.end += text;
    if (found->second.end.size() >= Piece) {
        keep(found->second);
    }
}

void Sheaf::keep(Strand& strand) {
    if (file_ == nullptr) {
        file_.reset(std::tmpfile());
        check(file_ != nullptr, "no file for a long export");
    }
    check(fseeko(file_.get(), size_, SEEK_SET) == 0 &&
              std::fwrite(strand.end.data(), 1, strand.end.size(), file_.get()) == strand.end.size(),
          "a long export cannot be kept");
    strand.pieces.emplace_back(size_, strand.end.size());
    size_ += static_cast<std::int64_t>(strand.end.size());
    strand.end.clear();
}

void Sheaf::read(std::string_view name, const std::function<void(std::string_view)>& sink) {
    const auto found = strands_.find(name);
    if (found == strands_.end()) {
        return;
    }
    std::string piece;
    for (const auto& [start, length] : found->second.pieces) {
        piece.resize(length);
        check(fseeko(file_.get(), start, SEEK_SET) == 0 &&
                  std::fread(piece.data(), 1, length, file_.get()) == length,
              "a long export cannot be read again");
        sink(piece);
    }
    sink(found->second.end);
}

} // namespace svc::ohada_accounting
