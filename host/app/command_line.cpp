#include "host/app/command_line.hpp"

#include <algorithm>
#include <string_view>

#include "host/config/nearest.hpp"

namespace svc::host::app {

Arguments::Arguments(const std::vector<std::string>& words, const std::vector<std::string>& options,
                     const std::vector<std::string>& flags) {
    const auto knows = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    const auto take = [this](const std::string& name, const std::string& value) {
        if (!options_.emplace(name, value).second) {
            throw UsageError("--" + name + " is given twice");
        }
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].rfind("--", 0) != 0) {
            rest_.push_back(words[i]);
            continue;
        }
        const std::size_t equals = words[i].find('=');
        const std::string name = words[i].substr(2, equals == std::string::npos ? equals : equals - 2);
        if (knows(flags, name) && equals == std::string::npos) {
            flags_[name] = true;
        } else if (!knows(options, name)) {
            std::vector<std::string_view> all(options.begin(), options.end());
            all.insert(all.end(), flags.begin(), flags.end());
            throw UsageError("unknown option --" + name + config::didYouMean(name, all));
        } else if (equals != std::string::npos) {
            take(name, words[i].substr(equals + 1));
        } else if (i + 1 < words.size() && words[i + 1].rfind("--", 0) != 0) {
            take(name, words[++i]);
        } else {
            throw UsageError("--" + name + " needs a value");
        }
    }
}

std::optional<std::string> Arguments::option(const std::string& name) const {
    const auto found = options_.find(name);
    return found == options_.end() ? std::nullopt : std::optional(found->second);
}

std::string Arguments::required(const std::string& name) const {
    const auto value = option(name);
    if (!value || value->empty()) {
        throw UsageError("--" + name + " is needed");
    }
    return *value;
}

void Arguments::requireNoRest(const std::string& command) const {
    if (!rest_.empty()) {
        throw UsageError(command + " takes no " + rest_.front());
    }
}

std::optional<Uuid> companyOption(const Arguments& arguments) {
    const auto text = arguments.option("company");
    if (!text) {
        return std::nullopt;
    }
    auto id = decodeId("com", *text);
    if (!id) {
        id = Uuid::parse(*text);
    }
    if (!id) {
        throw UsageError("--company is the identifier of a company: com_…");
    }
    return id;
}

} // namespace svc::host::app
