// Made by svc-bind from plugin.yaml and openapi.yaml of the plugin `sample-shop`: change those.
#pragma once

#include <svc/bindings.hpp>

namespace svc::sample_shop {

using OtherId = PrefixedId<"oth">;
using PartnerId = PrefixedId<"par">;
using SampleId = PrefixedId<"smp">;

namespace api {

enum class SampleState {
    New = 1,
    OnHold,
    EShop,
};
std::string_view toText(SampleState value) noexcept;
bool fromText(std::string_view text, SampleState& to) noexcept;
inline void writeTo(JsonWriter& out, SampleState value) { out.value(toText(value)); }

enum class ListSamplesSort {
    Name = 1,
    NameDescending,
};
std::string_view toText(ListSamplesSort value) noexcept;
bool fromText(std::string_view text, ListSamplesSort& to) noexcept;
inline void writeTo(JsonWriter& out, ListSamplesSort value) { out.value(toText(value)); }

enum class NewSampleState {
    New = 1,
    OnHold,
};
std::string_view toText(NewSampleState value) noexcept;
bool fromText(std::string_view text, NewSampleState& to) noexcept;
inline void writeTo(JsonWriter& out, NewSampleState value) { out.value(toText(value)); }

struct Sample {
    SampleId id{};
    std::string name{};
    MinorAmount amount{};
    MinorPrice price{};
    api::SampleState state{};
    std::optional<std::string> note{};
    Json extra{};
    std::optional<bool> late{};
    std::optional<api::SampleState> before{};
    Actor createdBy{};
};
void writeTo(JsonWriter& out, const Sample& from);

struct NewSampleLinesItem {
    PartnerId partnerId{};
    std::optional<bool> operator_{};
};
void read(const Json& json, const bind::Place& place, NewSampleLinesItem& to);

/// What a client writes.
struct NewSample {
    /// Its name.
    std::string name{};
    MajorAmount amount{};
    api::NewSampleState state = api::NewSampleState::New;
    std::optional<Date> day{};
    Json goesOn{};
    std::optional<std::vector<api::NewSampleLinesItem>> lines{};
};
void read(const Json& json, const bind::Place& place, NewSample& to);

struct ChangeSampleBody {
    Field<std::string> note{};
    std::optional<bool> open{};
};
void read(const Json& json, const bind::Place& place, ChangeSampleBody& to);
} // namespace api

namespace commands {

struct PriceInput {
    SampleId sampleId{};
    Decimal quantity{};
    MinorAmount discount = MinorAmount(0);
};
void read(const Json& json, const bind::Place& place, PriceInput& to);

struct PriceOutput {
    MinorPrice price{};
};
void writeTo(JsonWriter& out, const PriceOutput& from);
} // namespace commands

namespace calls::other {

struct FindInput {
    OtherId id{};
};
void writeTo(JsonWriter& out, const FindInput& from);

struct Thing {
    OtherId id{};
    std::optional<Decimal> weight{};
    std::optional<std::string> label{};
};
void read(const Json& json, const bind::Place& place, Thing& to);
} // namespace calls::other

namespace events {

struct SampleCreated {
    SampleId id{};
    EventAmount worth{};
};
void writeTo(JsonWriter& out, const SampleCreated& from);
} // namespace events

namespace jobs {

struct TidyUpPayload {
    Date before{};
};
void read(const Json& json, const bind::Place& place, TidyUpPayload& to);
void writeTo(JsonWriter& out, const TidyUpPayload& from);
} // namespace jobs

namespace api {

/// Of listSamples.
struct ListSamplesParameters {
    std::optional<std::vector<api::SampleState>> state{};
    std::optional<DateOrInstant> since{};
    api::ListSamplesSort sort = api::ListSamplesSort::NameDescending;
    ArrayPage page{};
};
void read(const Request& request, ListSamplesParameters& to);

/// Of changeSample.
struct ChangeSampleParameters {
    SampleId sampleId{};
};
void read(const Request& request, ChangeSampleParameters& to);

/// Of deleteSample.
struct DeleteSampleParameters {
    SampleId sampleId{};
};
void read(const Request& request, DeleteSampleParameters& to);

/// Of keepSettings.
struct KeepSettingsParameters {
    std::string area{};
};
void read(const Request& request, KeepSettingsParameters& to);

/// Of exportSamples.
struct ExportSamplesParameters {
    std::optional<std::string> cursor{};
    std::int64_t limit{};
};
void read(const Request& request, ExportSamplesParameters& to);
} // namespace api

// The operations of openapi.yaml. The sources of the plugin define them, and all that follows but
// `calls` and `events`: one that is missing is an error of the linker that names it.

/// GET /companies/{companyId}/samples
Answer<200, std::vector<api::Sample>> listSamples(Request& request,
    const api::ListSamplesParameters& parameters);

/// POST /companies/{companyId}/samples: Make a sample
Answer<201, api::Sample> createSample(Request& request, const api::NewSample& body);

/// PATCH /companies/{companyId}/samples/{sampleId}
Answer<200, api::Sample> changeSample(Request& request,
    const api::ChangeSampleParameters& parameters,
    const api::ChangeSampleBody& body);

/// DELETE /companies/{companyId}/samples/{sampleId}
Answer<204> deleteSample(Request& request, const api::DeleteSampleParameters& parameters);

/// PUT /companies/{companyId}/samples/settings/{area}
Answer<204> keepSettings(Request& request, const api::KeepSettingsParameters& parameters, const Json& body);

/// GET /companies/{companyId}/samples.csv
Response exportSamples(Request& request, const api::ExportSamplesParameters& parameters);

namespace commands {

// The commands that the plugin provides.

/// sample-shop.price: What a thing costs.
std::optional<commands::PriceOutput> price(Call& call, const commands::PriceInput& input);

/// document.sample: Any JSON.
Json documentSample(Call& call, const Json& input);

/// sample-shop.demonstrate: Nothing in and nothing out.
void demonstrate(Call& call);
} // namespace commands

namespace calls::other {

// Commands of another plugin, in the transaction of the call.

/// other.find: A thing, or null.
std::optional<calls::other::Thing> find(Call& call, const calls::other::FindInput& input);
/// Is the plugin enabled that provides it?
bool offersFind(const Call& call);
} // namespace calls::other

namespace events {

/// sample.created
void emit(Call& call, const SampleCreated& event);
} // namespace events

namespace hooks {
void release(Call& call, const Event& event);
} // namespace hooks

namespace subscribers {
void tell(Call& call, const Event& event);
} // namespace subscribers

namespace jobs {
void transmit(Call& call, const Json& payload);
/// Files it in this transaction; the same key files it once.
Uuid fileTransmit(Call& call, std::string_view lane, Instant due, const Json& payload, std::string_view key = {});
void tidyUp(Call& call, const jobs::TidyUpPayload& payload);
/// Files it in this transaction; the same key files it once.
Uuid fileTidyUp(Call& call, Instant due, const jobs::TidyUpPayload& payload, std::string_view key = {});
} // namespace jobs

} // namespace svc::sample_shop
