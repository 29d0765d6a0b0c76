#include "paper/wording.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <svc/json.hpp>

namespace svc::paper {

const std::string& Wording::operator[](std::string_view key) const {
    if (const auto found = texts_.find(key); found != texts_.end()) {
        return found->second;
    }
    if (fallback_ == nullptr) {
        throw std::out_of_range("no wording for " + std::string(key));
    }
    return (*fallback_)[key];
}

std::vector<std::string> Wording::keys() const {
    std::vector<std::string> keys;
    for (const auto& [key, text] : texts_) {
        keys.push_back(key);
    }
    return keys;
}

WordingBook::WordingBook(const std::string& folder) {
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        if (file.path().extension() != ".json") {
            continue;
        }
        std::ifstream stream(file.path());
        std::ostringstream bytes;
        bytes << stream.rdbuf();
        Wording& wording = languages_[file.path().stem().string()];
        try {
            const Json texts = Json::parse(bytes.str());
            for (const auto& [key, text] : texts.members()) {
                wording.texts_.emplace(key, text.text());
            }
        } catch (const JsonError& error) {
            throw std::runtime_error(file.path().string() + ": " + error.what());
        }
    }
    const auto english = languages_.find("en");
    if (english == languages_.end()) {
        throw std::runtime_error(folder + ": en.json is missing");
    }
    for (auto& [language, wording] : languages_) {
        const auto general = languages_.find(language.substr(0, language.find('-')));
        const bool ofCountry = general != languages_.end() && &general->second != &wording;
        wording.fallback_ = ofCountry ? &general->second : language == "en" ? nullptr : &english->second;
    }
}

const Wording& WordingBook::in(std::string_view language, std::string_view country) const {
    if (const auto own = languages_.find(std::string(language) + '-' + std::string(country));
        own != languages_.end()) {
        return own->second;
    }
    const auto found = languages_.find(language);
    return found != languages_.end() ? found->second : languages_.find("en")->second;
}

std::string filled(std::string text, std::string_view name, const std::string& value) {
    const std::string mark = "{" + std::string(name) + "}";
    if (const std::size_t at = text.find(mark); at != std::string::npos) {
        text.replace(at, mark.size(), value);
    }
    return text;
}

} // namespace svc::paper
