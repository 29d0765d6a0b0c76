#include "trade/field_names.hpp"

#include <charconv>

namespace svc::trade {

std::optional<LineField> lineFieldOf(std::string_view path) {
    constexpr std::string_view Before = "lines[";
    constexpr std::string_view After = "].";
    if (!path.starts_with(Before)) {
        return std::nullopt;
    }
    path.remove_prefix(Before.size());
    LineField field;
    const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), field.index);
    path.remove_prefix(static_cast<std::size_t>(end - path.data()));
    if (error != std::errc() || !path.starts_with(After)) {
        return std::nullopt;
    }
    field.member = path.substr(After.size());
    return field;
}

ApiError renamedField(const ApiError& refusal, const std::function<std::string(std::string_view)>& rename) {
    for (const std::string_view code : {"field-invalid", "field-required"}) {
        const std::string_view text = refusal.code();
        if (text.starts_with(code) && text.substr(code.size()).starts_with(':')) {
            return ApiError(refusal.status(), code, {rename(text.substr(code.size() + 1))});
        }
    }
    return refusal;
}

} // namespace svc::trade
