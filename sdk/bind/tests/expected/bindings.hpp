// Made by svc-bind from plugin.yaml and openapi.yaml of the plugin `sample-shop`: change those.
#pragma once

#include <svc/bindings.hpp>
#include <svc/list.hpp>

#include "records.hpp"

namespace svc::sample_shop {

namespace api {

/// Of listSamples.
struct ListSamplesParameters {
    std::optional<std::vector<api::SampleState>> state{};
    std::optional<std::vector<std::int64_t>> amount{};
    std::optional<bool> open{};
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

// The operations of openapi.yaml. The sources of the plugin define these functions, and those of
// `commands`, `hooks`, `subscribers` and `jobs` below, except `jobs::file…`. When a definition is
// missing, the linker reports the name of the function.

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

namespace lists {

// What a client requests of the lists of plugin.yaml, for svc::readList.

/// Of listSamples.
ListRequest sample(Call& call, const api::ListSamplesParameters& parameters);
} // namespace lists

namespace lists::counted::sample {

// How the host counts the list `sample`: its name for svc::listCounts, and the filters of svc::ListCounted.
inline constexpr std::string_view List = "sample_shop.sample";
inline constexpr std::size_t State = 0;
inline constexpr std::size_t Channel = 1;
} // namespace lists::counted::sample

/// The settings of the company of the call.
CompanySettings companySettings(Call& call);

namespace commands {

// The commands that the plugin provides.

/// sample-shop.price: What a thing costs.
std::optional<commands::PriceOutput> price(Call& call, const commands::PriceInput& input);

/// document.sample: Any JSON.
Json documentSample(Call& call, const Json& input);

/// office.sample-shop.send: As the verb of the plugin other says.
commands::SendOutput send(Call& call, const commands::SendInput& input);

/// office_files.sample: Called after the family.
commands::OfficeFilesOutput officeFiles(Call& call);

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

namespace calls::host {

// Commands of another plugin, in the transaction of the call.

/// host.commands: The names of the commands that begin like this.
calls::host::CommandsOutput commands(Call& call, const calls::host::CommandsInput& input);
} // namespace calls::host

namespace verbs {

// The verbs of families that the plugin declares: commands of any provider, in the transaction of the call.

/// desk.*.lend: Lends a sample to a visitor.
verbs::LendOutput lend(Call& call, std::string_view provider, const verbs::LendInput& input);
/// Is this provider enabled, and has it the verb?
bool offersLend(const Call& call, std::string_view provider);
/// The enabled providers that have the verb.
std::vector<std::string> providersOfLend(Call& call);

/// desk.*.describe: What the desk is; those who provide it write the JSON themselves.
verbs::DescribeOutput describe(Call& call, std::string_view provider);
/// Is this provider enabled, and has it the verb?
bool offersDescribe(const Call& call, std::string_view provider);
/// The enabled providers that have the verb.
std::vector<std::string> providersOfDescribe(Call& call);

/// desk.*.check: Any JSON.
Json check(Call& call, std::string_view provider, const Json& input);
/// Is this provider enabled, and has it the verb?
bool offersCheck(const Call& call, std::string_view provider);
/// The enabled providers that have the verb.
std::vector<std::string> providersOfCheck(Call& call);

/// desk_fees.*: Keeps the fee of a loan.
void deskFees(Call& call, std::string_view provider, const verbs::DeskFeesInput& input);
/// Is this provider enabled, and has it the verb?
bool offersDeskFees(const Call& call, std::string_view provider);
/// The enabled providers that have the verb.
std::vector<std::string> providersOfDeskFees(Call& call);
} // namespace verbs

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
