#include "host/config/plans.hpp"

#include "host/config/section_reader.hpp"
#include "host/config/yaml_document.hpp"

#include <algorithm>
#include <limits>

namespace svc::host::config {

namespace {

constexpr std::string_view Keys[] = {"companies", "business-units", "members",         "wallets",
                                     "items",     "partners",       "sales-per-month", "api-keys",
                                     "webhooks",  "integrations",   "attachments-mb"};

Plan readPlan(SectionReader& section, const YamlNode::Member& member, SectionReader& plans) {
    Plan plan{member.key, {}};
    for (const std::string_view key : Keys) {
        const YamlNode* value = member.value.find(key);
        if (value == nullptr || value->isNull()) {
            plans.refuse(member, "no " + std::string(key), "every limit (-1: none)");
        }
        plan.limits.push_back({std::string(key), section.integer(key, PlanLimit::None, PlanLimit::None,
                                                                 std::numeric_limits<std::int32_t>::max())});
    }
    section.finish();
    return plan;
}

} // namespace

std::int64_t Plan::allowed(std::string_view key) const noexcept {
    const auto found = std::find_if(limits.begin(), limits.end(),
                                    [key](const PlanLimit& limit) { return limit.key == key; });
    return found == limits.end() ? PlanLimit::None : found->allowed;
}

Plans Plans::load(const std::filesystem::path& path) {
    std::vector<Mistake> mistakes;
    const YamlDocument document = YamlDocument::parse(readFile(path), path.string(), Environment(), mistakes);
    SectionReader top(document.file(), &document.root(), "", mistakes);
    const std::string name = top.text("default", isNotEmpty, "the name of a plan").value_or("standard");
    const YamlNode::Member* list = top.member("plans");
    SectionReader plans(document.file(), list == nullptr ? nullptr : &list->value, "plans", mistakes);
    Plans result;
    if (list != nullptr) {
        for (const YamlNode::Member& member : list->value.members()) {
            SectionReader section(document.file(), &member.value, "plans." + member.key, mistakes);
            result.plans_.push_back(readPlan(section, member, plans));
        }
    }
    top.finish();
    const Plan* standard = result.find(name);
    if (standard == nullptr) {
        mistakes.push_back(
            {document.file(), document.root().line(), "default", '"' + name + '"', "one of the plans"});
    }
    if (!mistakes.empty()) {
        throw ConfigError(std::move(mistakes));
    }
    result.default_ = static_cast<std::size_t>(standard - result.plans_.data());
    return result;
}

const Plan* Plans::find(std::string_view name) const noexcept {
    const auto found =
        std::find_if(plans_.begin(), plans_.end(), [name](const Plan& plan) { return plan.name == name; });
    return found == plans_.end() ? nullptr : &*found;
}

} // namespace svc::host::config
