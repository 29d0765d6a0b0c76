// Made by svc-bind from plugin.yaml and openapi.yaml of the plugin `sample-shop`: change those.
#pragma once

#include <svc/records.hpp>

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
} // namespace api

namespace commands {

enum class SendOutputOutcome {
    Accepted = 1,
    Rejected,
};
std::string_view toText(SendOutputOutcome value) noexcept;
bool fromText(std::string_view text, SendOutputOutcome& to) noexcept;
inline void writeTo(JsonWriter& out, SendOutputOutcome value) { out.value(toText(value)); }
} // namespace commands

enum class SamplesGoOut {
    AtOrder = 1,
    AtVisit,
};
std::string_view toText(SamplesGoOut value) noexcept;
bool fromText(std::string_view text, SamplesGoOut& to) noexcept;
inline void writeTo(JsonWriter& out, SamplesGoOut value) { out.value(toText(value)); }

namespace api {

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

struct Thing {
    OtherId id{};
    std::optional<Decimal> weight{};
    std::optional<std::string> label{};
};
void read(const Json& json, const bind::Place& place, Thing& to);

struct OfficePaper {
    std::optional<std::int64_t> lines{};
};
void read(const Json& json, const bind::Place& place, OfficePaper& to);
} // namespace calls::other

namespace commands {

struct SendInput {
    std::optional<calls::other::Thing> thing{};
    Json settings{};
    std::optional<calls::other::OfficePaper> paper{};
};
void read(const Json& json, const bind::Place& place, SendInput& to);

struct SendOutput {
    commands::SendOutputOutcome outcome{};
};
void writeTo(JsonWriter& out, const SendOutput& from);

struct OfficeFilesOutput {
    std::optional<std::int64_t> count{};
};
void writeTo(JsonWriter& out, const OfficeFilesOutput& from);
} // namespace commands

namespace verbs {

struct Visitor {
    std::string name{};
};
void read(const Json& json, const bind::Place& place, Visitor& to);
void writeTo(JsonWriter& out, const Visitor& from);

struct LendInput {
    SampleId sampleId{};
    api::SampleState state{};
    std::optional<verbs::Visitor> visitor{};
};
void writeTo(JsonWriter& out, const LendInput& from);

struct LendOutput {
    Date until{};
    std::optional<verbs::Visitor> visitor{};
};
void read(const Json& json, const bind::Place& place, LendOutput& to);

struct DescribeOutput {
    std::string name{};
};
void read(const Json& json, const bind::Place& place, DescribeOutput& to);

struct DeskFeesInput {
    MinorAmount fee{};
};
void writeTo(JsonWriter& out, const DeskFeesInput& from);
} // namespace verbs

namespace calls::other {

struct FindInput {
    OtherId id{};
};
void writeTo(JsonWriter& out, const FindInput& from);
} // namespace calls::other

namespace calls::host {

struct CommandsInput {
    std::string prefix{};
};
void writeTo(JsonWriter& out, const CommandsInput& from);

struct CommandsOutput {
    std::vector<std::string> commands{};
};
void read(const Json& json, const bind::Place& place, CommandsOutput& to);
} // namespace calls::host

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

/// What the company has set, of the settings that the plugin declares.
struct CompanySettings {
    /// When samples leave the stock.
    SamplesGoOut samplesGoOut = SamplesGoOut::AtOrder;
    /// Of a sample that names none.
    MinorPrice samplePrice = MinorPrice();
    /// The most of them.
    std::int64_t samplesPerVisit = 3;
    /// Of the price.
    Decimal sampleShare = Decimal::parse("0.25").value();
    /// Whether they cost nothing.
    bool samplesAreFree = false;
};
void read(const Json& json, const bind::Place& place, CompanySettings& to);

} // namespace svc::sample_shop
