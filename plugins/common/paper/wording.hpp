#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace svc::paper {

/// The texts of documents in one language, from `words/<language>.json`: a flat object of keys and texts.
/// Missing keys fall back to English; the words of a country (`<language>-<country>.json`) fall back to those
/// of their language.
class Wording {
public:
    /// Throws std::out_of_range for a key that English does not have either.
    const std::string& operator[](std::string_view key) const;
    bool has(std::string_view key) const {
        return texts_.contains(key) || (fallback_ != nullptr && fallback_->has(key));
    }
    std::vector<std::string> keys() const;

private:
    std::map<std::string, std::string, std::less<>> texts_;
    const Wording* fallback_ = nullptr;
    friend class WordingBook;
};

/// The wording of every language with a file.
class WordingBook {
public:
    /// Throws std::runtime_error naming a file that is no object of texts, or a folder without en.json.
    explicit WordingBook(const std::string& folder);
    WordingBook(const WordingBook&) = delete;
    WordingBook& operator=(const WordingBook&) = delete;

    /// The words of the language, with those of this country where there are any (en-US.json), else English.
    const Wording& in(std::string_view language, std::string_view country = {}) const;
    const std::map<std::string, Wording, std::less<>>& all() const { return languages_; }

private:
    std::map<std::string, Wording, std::less<>> languages_;
};

/// The text with `{name}` replaced by a value.
std::string filled(std::string text, std::string_view name, const std::string& value);

} // namespace svc::paper
