#pragma once

// Part of json.cpp, which alone includes it: code of Boost.JSON must not reach other files.
#include <svc/json.hpp>

#include <boost/json/basic_parser.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace svc::detail {

/// Builds the value while Boost's parser reads. Finished values are kept on one stack; at the end of an array
/// or object its elements are moved from the top of the stack, so that every vector is allocated once, in its
/// final size.
class JsonBuilder {
public:
    using error_code = boost::json::error_code;
    using BoostText = boost::json::string_view;

    // The names below are those that basic_parser asks for.
    // NOLINTBEGIN(readability-identifier-naming)
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

    bool on_document_begin(error_code&) { return true; }
    bool on_document_end(error_code&) { return true; }

    bool on_array_begin(error_code&) {
        frames_.push_back({values_.size(), keys_.size(), true});
        return true;
    }
    bool on_array_end(std::size_t, error_code&) {
        const auto first = values_.begin() + static_cast<std::ptrdiff_t>(frames_.back().values);
        Json::Array items(std::make_move_iterator(first), std::make_move_iterator(values_.end()));
        values_.erase(first, values_.end());
        frames_.pop_back();
        values_.emplace_back(std::move(items));
        return true;
    }

    bool on_object_begin(error_code&) {
        frames_.push_back({values_.size(), keys_.size(), false});
        return true;
    }
    bool on_object_end(std::size_t count, error_code&) {
        Json::Object members;
        members.reserve(count);
        const Frame frame = frames_.back();
        for (std::size_t i = 0; i < count; ++i) {
            members.push_back({std::move(keys_[frame.keys + i]), std::move(values_[frame.values + i])});
        }
        values_.resize(frame.values);
        keys_.resize(frame.keys);
        frames_.pop_back();
        removeRepeated(members);
        values_.push_back(Json::objectOf(std::move(members)));
        return true;
    }

    bool on_key_part(BoostText part, std::size_t, error_code& error) { return append(part, error); }
    bool on_key(BoostText part, std::size_t, error_code& error) {
        if (!append(part, error)) {
            return false;
        }
        keys_.push_back(take());
        return true;
    }
    bool on_string_part(BoostText part, std::size_t, error_code& error) { return append(part, error); }
    bool on_string(BoostText part, std::size_t, error_code& error) {
        if (!append(part, error)) {
            return false;
        }
        values_.emplace_back(take());
        return true;
    }
    bool on_number_part(BoostText part, error_code&) {
        text_.append(part.data(), part.size());
        return true;
    }
    bool on_int64(std::int64_t, BoostText part, error_code&) { return endNumber(part); }
    bool on_uint64(std::uint64_t, BoostText part, error_code&) { return endNumber(part); }
    bool on_double(double, BoostText part, error_code&) { return endNumber(part); }
    bool on_bool(bool value, error_code&) {
        values_.emplace_back(value);
        return true;
    }
    bool on_null(error_code&) {
        values_.emplace_back();
        return true;
    }
    bool on_comment_part(BoostText, error_code&) { return true; }
    bool on_comment(BoostText, error_code&) { return true; }
    // NOLINTEND(readability-identifier-naming)

    Json result() { return std::move(values_.back()); }
    bool metNul() const { return metNul_; }

    /// The path of the value that is being parsed: `lines[0].label`.
    std::string path() const {
        std::string path;
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            const Frame& frame = frames_[i];
            const bool last = i + 1 == frames_.size();
            const std::size_t values = (last ? values_.size() : frames_[i + 1].values) - frame.values;
            const std::size_t keys = (last ? keys_.size() : frames_[i + 1].keys) - frame.keys;
            if (frame.isArray) {
                path += '[' + std::to_string(values) + ']';
            } else if (keys > values) { // otherwise the member name itself is being parsed
                path += path.empty() ? "" : ".";
                path += keys_[frame.keys + keys - 1];
            }
        }
        return path;
    }

private:
    struct Frame {
        std::size_t values;
        std::size_t keys;
        bool isArray;
    };

    bool append(BoostText part, error_code& error) {
        if (!part.empty() && std::memchr(part.data(), 0, part.size()) != nullptr) {
            metNul_ = true;
            error = boost::json::error::syntax;
            return false;
        }
        text_.append(part.data(), part.size());
        return true;
    }
    std::string take() {
        std::string text = std::move(text_);
        text_.clear();
        return text;
    }
    bool endNumber(BoostText part) {
        text_.append(part.data(), part.size());
        values_.push_back(Json::number(take()));
        return true;
    }

    /// When a name is repeated, keeps the last value at the position of the first. Long objects are sorted
    /// for this, so that a malicious body cannot cause quadratic time.
    static void removeRepeated(Json::Object& members) {
        constexpr std::size_t Few = 12;
        std::vector<std::size_t> repeated;
        if (members.size() <= Few) {
            for (std::size_t i = 1; i < members.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    if (members[j].name == members[i].name) {
                        members[j].value = std::move(members[i].value);
                        repeated.push_back(i);
                        break;
                    }
                }
            }
        } else {
            std::vector<std::size_t> order(members.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
                const int names = members[a].name.compare(members[b].name);
                return names != 0 ? names < 0 : a < b;
            });
            for (std::size_t i = 1, first = 0; i < order.size(); ++i) {
                if (members[order[i]].name != members[order[first]].name) {
                    first = i;
                    continue;
                }
                members[order[first]].value = std::move(members[order[i]].value);
                repeated.push_back(order[i]);
            }
            std::sort(repeated.begin(), repeated.end());
        }
        if (repeated.empty()) {
            return;
        }
        std::size_t kept = 0;
        std::size_t next = 0;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (next < repeated.size() && repeated[next] == i) {
                ++next;
            } else {
                if (kept != i) {
                    members[kept] = std::move(members[i]);
                }
                ++kept;
            }
        }
        members.resize(kept);
    }

    std::vector<Json> values_;
    std::vector<std::string> keys_;
    std::vector<Frame> frames_;
    std::string text_;
    bool metNul_ = false;
};

/// Position of the first surrogate escape (u, then D800 to DFFF, behind a backslash) that is not part of a
/// pair; npos when there is none.
inline std::size_t findLoneSurrogate(std::string_view text) {
    // The code unit of the escape at `at`; 0 when there is no escape.
    const auto unitAt = [&](std::size_t at) -> unsigned {
        if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') {
            return 0;
        }
        unsigned unit = 0;
        const char* const first = text.data() + at + 2;
        return std::from_chars(first, first + 4, unit, 16).ptr == first + 4 ? unit : 0;
    };
    const auto isHigh = [](unsigned unit) { return unit >= 0xD800 && unit <= 0xDBFF; };
    const auto isLow = [](unsigned unit) { return unit >= 0xDC00 && unit <= 0xDFFF; };
    for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
        const unsigned unit = unitAt(at);
        if (isHigh(unit) && isLow(unitAt(at + 6))) {
            at += 12;
        } else if (isHigh(unit) || isLow(unit)) {
            return at;
        } else {
            at += 2;
        }
    }
    return std::string_view::npos;
}

} // namespace svc::detail
