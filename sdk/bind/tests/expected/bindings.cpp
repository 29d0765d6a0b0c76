// Made by svc-bind from plugin.yaml and openapi.yaml of the plugin `sample-shop`: change those.
#include "bindings.hpp"

#include <svc/verbs.hpp>

namespace svc::sample_shop {

std::string_view api::toText(api::SampleState value) noexcept {
    switch (value) {
    case api::SampleState::New:
        return "new";
    case api::SampleState::OnHold:
        return "on_hold";
    case api::SampleState::EShop:
        return "e-shop";
    }
    return {};
}
bool api::fromText(std::string_view text, api::SampleState& to) noexcept {
    if (text == "new") {
        to = api::SampleState::New;
        return true;
    }
    if (text == "on_hold") {
        to = api::SampleState::OnHold;
        return true;
    }
    if (text == "e-shop") {
        to = api::SampleState::EShop;
        return true;
    }
    return false;
}

std::string_view api::toText(api::ListSamplesSort value) noexcept {
    switch (value) {
    case api::ListSamplesSort::Name:
        return "name";
    case api::ListSamplesSort::NameDescending:
        return "-name";
    }
    return {};
}
bool api::fromText(std::string_view text, api::ListSamplesSort& to) noexcept {
    if (text == "name") {
        to = api::ListSamplesSort::Name;
        return true;
    }
    if (text == "-name") {
        to = api::ListSamplesSort::NameDescending;
        return true;
    }
    return false;
}

std::string_view api::toText(api::NewSampleState value) noexcept {
    switch (value) {
    case api::NewSampleState::New:
        return "new";
    case api::NewSampleState::OnHold:
        return "on_hold";
    }
    return {};
}
bool api::fromText(std::string_view text, api::NewSampleState& to) noexcept {
    if (text == "new") {
        to = api::NewSampleState::New;
        return true;
    }
    if (text == "on_hold") {
        to = api::NewSampleState::OnHold;
        return true;
    }
    return false;
}

std::string_view commands::toText(commands::SendOutputOutcome value) noexcept {
    switch (value) {
    case commands::SendOutputOutcome::Accepted:
        return "accepted";
    case commands::SendOutputOutcome::Rejected:
        return "rejected";
    }
    return {};
}
bool commands::fromText(std::string_view text, commands::SendOutputOutcome& to) noexcept {
    if (text == "accepted") {
        to = commands::SendOutputOutcome::Accepted;
        return true;
    }
    if (text == "rejected") {
        to = commands::SendOutputOutcome::Rejected;
        return true;
    }
    return false;
}

std::string_view toText(SamplesGoOut value) noexcept {
    switch (value) {
    case SamplesGoOut::AtOrder:
        return "at_order";
    case SamplesGoOut::AtVisit:
        return "at_visit";
    }
    return {};
}
bool fromText(std::string_view text, SamplesGoOut& to) noexcept {
    if (text == "at_order") {
        to = SamplesGoOut::AtOrder;
        return true;
    }
    if (text == "at_visit") {
        to = SamplesGoOut::AtVisit;
        return true;
    }
    return false;
}

void api::writeTo(JsonWriter& out, const api::Sample& from) {
    out.beginObject();
    out.member("id", from.id);
    out.member("name", from.name);
    out.member("amount", from.amount);
    out.member("price", from.price);
    out.member("state", from.state);
    out.member("note", from.note);
    out.member("extra", from.extra);
    out.memberIfPresent("late", from.late);
    out.member("before", from.before);
    out.member("createdBy", from.createdBy);
    out.endObject();
}

void api::read(const Json& json, const bind::Place& place, api::NewSampleLinesItem& to) {
    bind::requireObject(json, place);
    bind::required(json, place, "partnerId", to.partnerId);
    bind::optional(json, place, "operator", to.operator_);
}

void api::read(const Json& json, const bind::Place& place, api::NewSample& to) {
    bind::requireObject(json, place);
    bind::required(json, place, "name", to.name);
    bind::required(json, place, "amount", to.amount);
    bind::optional(json, place, "state", to.state);
    bind::optional(json, place, "day", to.day);
    bind::optional(json, place, "goesOn", to.goesOn);
    bind::optional(json, place, "lines", to.lines);
}

void api::read(const Json& json, const bind::Place& place, api::ChangeSampleBody& to) {
    bind::requireObject(json, place);
    bind::optional(json, place, "note", to.note);
    bind::optional(json, place, "open", to.open);
}

void commands::read(const Json& json, const bind::Place& place, commands::PriceInput& to) {
    bind::requireObject(json, place);
    bind::required(json, place, "sampleId", to.sampleId);
    bind::required(json, place, "quantity", to.quantity);
    bind::optional(json, place, "discount", to.discount);
}

void commands::writeTo(JsonWriter& out, const commands::PriceOutput& from) {
    out.beginObject();
    out.member("price", from.price);
    out.endObject();
}

void calls::other::read(const Json& json, const bind::Place& place, calls::other::Thing& to) {
    bind::requireObject(json, place);
    bind::required(json, place, "id", to.id);
    bind::optional(json, place, "weight", to.weight);
    bind::optional(json, place, "label", to.label);
}

void calls::other::read(const Json& json, const bind::Place& place, calls::other::OfficePaper& to) {
    bind::requireObject(json, place);
    bind::optional(json, place, "lines", to.lines);
}

void commands::read(const Json& json, const bind::Place& place, commands::SendInput& to) {
    bind::requireObject(json, place);
    bind::optional(json, place, "thing", to.thing);
    bind::optional(json, place, "settings", to.settings);
    bind::optional(json, place, "paper", to.paper);
}

void commands::writeTo(JsonWriter& out, const commands::SendOutput& from) {
    out.beginObject();
    out.member("outcome", from.outcome);
    out.endObject();
}

void commands::writeTo(JsonWriter& out, const commands::OfficeFilesOutput& from) {
    out.beginObject();
    out.memberIfPresent("count", from.count);
    out.endObject();
}

void verbs::read(const Json& json, const bind::Place& place, verbs::Visitor& to) {
    bind::requireObject(json, place);
    bind::required(json, place, "name", to.name);
}

void verbs::writeTo(JsonWriter& out, const verbs::Visitor& from) {
    out.beginObject();
    out.member("name", from.name);
    out.endObject();
}

void verbs::writeTo(JsonWriter& out, const verbs::LendInput& from) {
    out.beginObject();
    out.member("sampleId", from.sampleId);
    out.member("state", from.state);
    out.memberIfPresent("visitor", from.visitor);
    out.endObject();
}

void verbs::read(const Json& json, const bind::Place& place, verbs::LendOutput& to) {
    bind::requireObject(json, place);
    bind::required(json, place, "until", to.until);
    bind::optional(json, place, "visitor", to.visitor);
}

void verbs::read(const Json& json, const bind::Place& place, verbs::DescribeOutput& to) {
    bind::requireObject(json, place);
    bind::required(json, place, "name", to.name);
}

void verbs::writeTo(JsonWriter& out, const verbs::DeskFeesInput& from) {
    out.beginObject();
    out.member("fee", from.fee);
    out.endObject();
}

void calls::other::writeTo(JsonWriter& out, const calls::other::FindInput& from) {
    out.beginObject();
    out.member("id", from.id);
    out.endObject();
}

void calls::host::writeTo(JsonWriter& out, const calls::host::CommandsInput& from) {
    out.beginObject();
    out.member("prefix", from.prefix);
    out.endObject();
}

void calls::host::read(const Json& json, const bind::Place& place, calls::host::CommandsOutput& to) {
    bind::requireObject(json, place);
    bind::required(json, place, "commands", to.commands);
}

void events::writeTo(JsonWriter& out, const events::SampleCreated& from) {
    out.beginObject();
    out.member("id", from.id);
    out.member("worth", from.worth);
    out.endObject();
}

void jobs::read(const Json& json, const bind::Place& place, jobs::TidyUpPayload& to) {
    bind::requireObject(json, place);
    bind::required(json, place, "before", to.before);
}

void jobs::writeTo(JsonWriter& out, const jobs::TidyUpPayload& from) {
    out.beginObject();
    out.member("before", from.before);
    out.endObject();
}

void read(const Json& json, const bind::Place& place, CompanySettings& to) {
    bind::requireObject(json, place);
    bind::optional(json, place, "samplesGoOut", to.samplesGoOut);
    bind::optional(json, place, "samplePrice", to.samplePrice);
    bind::optional(json, place, "samplesPerVisit", to.samplesPerVisit);
    bind::optional(json, place, "sampleShare", to.sampleShare);
    bind::optional(json, place, "samplesAreFree", to.samplesAreFree);
}

void api::read(const Request& request, api::ListSamplesParameters& to) {
    bind::query(request, "state", to.state);
    bind::query(request, "amount", to.amount);
    bind::query(request, "open", to.open);
    bind::query(request, "since", to.since);
    bind::query(request, "sort", to.sort);
    to.page = request.arrayPage();
}

void api::read(const Request& request, api::ChangeSampleParameters& to) {
    bind::path(request, "sampleId", to.sampleId);
}

void api::read(const Request& request, api::DeleteSampleParameters& to) {
    bind::path(request, "sampleId", to.sampleId);
}

void api::read(const Request& request, api::KeepSettingsParameters& to) {
    bind::path(request, "area", to.area);
}

void api::read(const Request& request, api::ExportSamplesParameters& to) {
    bind::query(request, "cursor", to.cursor);
    to.limit = request.cursorLimit();
}

ListRequest lists::sample(Call& call, const api::ListSamplesParameters& parameters) {
    ListRequest list{"sample_shop.sample", "sample_shop.sample", "r", ListParams(call.companyId())};
    list.where += list.params.among("r.state", parameters.state);
    list.where += list.params.amongKeys("r.amount", parameters.amount);
    if (parameters.open) {
        list.where += *parameters.open ? " AND r.open" : " AND NOT r.open";
    }
    if (!parameters.amount && !parameters.open && !parameters.since) {
        list.counted = ListCounted{{}, {}, {
            countedTexts(parameters.state),
            std::nullopt,
        }};
    }
    switch (parameters.sort) {
    case api::ListSamplesSort::Name:
        list.order = " ORDER BY lower(r.name), r.id";
        break;
    case api::ListSamplesSort::NameDescending:
        list.order = " ORDER BY lower(r.name) DESC, r.id DESC";
        break;
    }
    list.limit = parameters.page.limit;
    list.offset = parameters.page.offset;
    return list;
}

CompanySettings companySettings(Call& call) {
    CompanySettings settings;
    read(call.companyRecord(), bind::Place("the company"), settings);
    return settings;
}

std::optional<calls::other::Thing> calls::other::find(Call& call, const calls::other::FindInput& input) {
    return bind::command<std::optional<calls::other::Thing>>(call, "other.find", input);
}
bool calls::other::offersFind(const Call& call) {
    return call.offers("other.find");
}

calls::host::CommandsOutput calls::host::commands(Call& call, const calls::host::CommandsInput& input) {
    return bind::command<calls::host::CommandsOutput>(call, "host.commands", input);
}

verbs::LendOutput verbs::lend(Call& call, std::string_view provider, const verbs::LendInput& input) {
    return bind::readable<verbs::LendOutput>(call, bind::verbName("desk.", provider, ".lend"), input, "desk-unreachable:answer-unreadable");
}
bool verbs::offersLend(const Call& call, std::string_view provider) {
    return call.offers(bind::verbName("desk.", provider, ".lend"));
}
std::vector<std::string> verbs::providersOfLend(Call& call) {
    return bind::providersOf(calls::host::commands(call, {.prefix = "desk."}).commands,
                             "desk.", ".lend");
}

verbs::DescribeOutput verbs::describe(Call& call, std::string_view provider) {
    return bind::command<verbs::DescribeOutput>(call, bind::verbName("desk.", provider, ".describe"), Json::object());
}
bool verbs::offersDescribe(const Call& call, std::string_view provider) {
    return call.offers(bind::verbName("desk.", provider, ".describe"));
}
std::vector<std::string> verbs::providersOfDescribe(Call& call) {
    return bind::providersOf(calls::host::commands(call, {.prefix = "desk."}).commands,
                             "desk.", ".describe");
}

Json verbs::check(Call& call, std::string_view provider, const Json& input) {
    return bind::command<Json>(call, bind::verbName("desk.", provider, ".check"), input);
}
bool verbs::offersCheck(const Call& call, std::string_view provider) {
    return call.offers(bind::verbName("desk.", provider, ".check"));
}
std::vector<std::string> verbs::providersOfCheck(Call& call) {
    return bind::providersOf(calls::host::commands(call, {.prefix = "desk."}).commands,
                             "desk.", ".check");
}

void verbs::deskFees(Call& call, std::string_view provider, const verbs::DeskFeesInput& input) {
    return bind::command<void>(call, bind::verbName("desk_fees.", provider, ""), input);
}
bool verbs::offersDeskFees(const Call& call, std::string_view provider) {
    return call.offers(bind::verbName("desk_fees.", provider, ""));
}
std::vector<std::string> verbs::providersOfDeskFees(Call& call) {
    return bind::providersOf(calls::host::commands(call, {.prefix = "desk_fees."}).commands,
                             "desk_fees.", "");
}

void events::emit(Call& call, const SampleCreated& event) {
    call.emitText("sample.created", "sample", bind::idText(event.id), bind::textOf(event));
}

Uuid jobs::fileTransmit(Call& call, std::string_view lane, Instant due, const Json& payload, std::string_view key) {
    return call.fileJobTextIn("transmit", lane, due, bind::textOf(payload), key);
}

Uuid jobs::fileTidyUp(Call& call, Instant due, const jobs::TidyUpPayload& payload, std::string_view key) {
    return call.fileJobText("tidy-up", due, bind::textOf(payload), key);
}

static void start(Registry& registry) {
    registry.direct(SVC_REGISTER_ROUTE, "listSamples", [](svc_call* handle) {
        Request request(handle);
        const auto parameters = bind::parameters<api::ListSamplesParameters>(request);
        bind::respond(handle, listSamples(request, parameters));
    });
    registry.direct(SVC_REGISTER_ROUTE, "createSample", [](svc_call* handle) {
        Request request(handle);
        const auto body = bind::body<api::NewSample>(request);
        bind::respond(handle, createSample(request, body));
    });
    registry.direct(SVC_REGISTER_ROUTE, "changeSample", [](svc_call* handle) {
        Request request(handle);
        const auto parameters = bind::parameters<api::ChangeSampleParameters>(request);
        const auto body = bind::body<api::ChangeSampleBody>(request);
        bind::respond(handle, changeSample(request, parameters, body));
    });
    registry.direct(SVC_REGISTER_ROUTE, "deleteSample", [](svc_call* handle) {
        Request request(handle);
        const auto parameters = bind::parameters<api::DeleteSampleParameters>(request);
        bind::respond(handle, deleteSample(request, parameters));
    });
    registry.direct(SVC_REGISTER_ROUTE, "keepSettings", [](svc_call* handle) {
        Request request(handle);
        const auto parameters = bind::parameters<api::KeepSettingsParameters>(request);
        bind::respond(handle, keepSettings(request, parameters, request.body()));
    });
    registry.direct(SVC_REGISTER_ROUTE, "exportSamples", [](svc_call* handle) {
        Request request(handle);
        const auto parameters = bind::parameters<api::ExportSamplesParameters>(request);
        bind::respond(handle, exportSamples(request, parameters));
    });
    registry.direct(SVC_REGISTER_COMMAND, "sample-shop.price", [](svc_call* handle) {
        Call call(handle);
        const auto input = bind::input<commands::PriceInput>(call, "sample-shop.price");
        bind::output(handle, commands::price(call, input));
    });
    registry.direct(SVC_REGISTER_COMMAND, "document.sample", [](svc_call* handle) {
        Call call(handle);
        bind::output(handle, commands::documentSample(call, call.input()));
    });
    registry.direct(SVC_REGISTER_COMMAND, "office.sample-shop.send", [](svc_call* handle) {
        Call call(handle);
        const auto input = bind::input<commands::SendInput>(call, "office.sample-shop.send");
        try {
            bind::output(handle, commands::send(call, input));
        } catch (const JsonError&) {
            throw ApiError(400, "office-unreachable:answer-unreadable");
        }
    });
    registry.direct(SVC_REGISTER_COMMAND, "office_files.sample", [](svc_call* handle) {
        Call call(handle);
        bind::output(handle, commands::officeFiles(call));
    });
    registry.direct(SVC_REGISTER_COMMAND, "sample-shop.demonstrate", [](svc_call* handle) {
        Call call(handle);
        commands::demonstrate(call);
        bind::output(handle);
    });
    registry.direct(SVC_REGISTER_HOOK, "release", [](svc_call* handle) {
        Call call(handle);
        hooks::release(call, Event(call));
    });
    registry.direct(SVC_REGISTER_SUBSCRIBER, "tell", [](svc_call* handle) {
        Call call(handle);
        subscribers::tell(call, Event(call));
    });
    registry.direct(SVC_REGISTER_JOB, "transmit", [](svc_call* handle) {
        Call call(handle);
        jobs::transmit(call, call.input());
    });
    registry.direct(SVC_REGISTER_JOB, "tidy-up", [](svc_call* handle) {
        Call call(handle);
        const auto payload = bind::input<jobs::TidyUpPayload>(call, "tidy-up");
        jobs::tidyUp(call, payload);
    });
}

} // namespace svc::sample_shop

SVC_PLUGIN("sample-shop", "2.1.0", svc::sample_shop::start)
