#include <algorithm>

#include "host/abi/guard.hpp"
#include "host/abi/tables.hpp"
#include "host/plugin/plugin.hpp"

namespace svc::host::abi {
namespace {

int32_t offers(svc_call* call, svc_bytes command) {
    return guarded(call, [&] {
        return call->work.services().catalogue.command(view(command)) != nullptr ? SVC_OK : SVC_ABSENT;
    });
}

int32_t command(svc_call* call, svc_bytes name, svc_bytes input, svc_bytes* output) {
    return guarded(call, [&] {
        const auto& uses = call->plugin.declaration.usedCommands;
        // `connector.*` in plugin.yaml permits all commands of an area whose exact names the plugin cannot
        // know.
        const std::string area = std::string(view(name).substr(0, view(name).find('.'))) + ".*";
        if (uses.find(view(name)) == uses.end() && uses.find(area) == uses.end()) {
            refusePermission(*call, "command " + std::string(view(name)),
                             "it is not under commands.uses of plugin.yaml");
        }
        *output = call->keep(call->work.command(view(name), view(input), call->plugin.declaration.id));
        return SVC_OK;
    });
}

int32_t emit(svc_call* call, svc_bytes type, svc_bytes object, svc_bytes objectId, svc_bytes data) {
    return guarded(call, [&] {
        call->work.emit(call->plugin.declaration.id, view(type), view(object), view(objectId),
                        Json::parse(view(data)));
        return SVC_OK;
    });
}

int32_t takeNumber(svc_call* call, svc_bytes kind, const uint8_t* businessUnit, int32_t date,
                   svc_bytes* out) {
    return guarded(call, [&] {
        call->work.requireSeriesOf(call->plugin.declaration.id, view(kind));
        *out = call->keep(call->work.takeNumber(
            view(kind), businessUnit == nullptr ? std::nullopt : std::optional(Uuid::fromBytes(businessUnit)),
            Date(date)));
        return SVC_OK;
    });
}

int32_t newUuid(svc_call* call, uint8_t* out16) {
    return guarded(call, [&] {
        const Uuid id = call->work.newId();
        std::copy_n(id.bytes().data(), 16, out16);
        return SVC_OK;
    });
}

/// Clients parse the history, so the form of its changes is checked.
bool areChanges(const Json& list) {
    return list.isArray() && std::all_of(list.items().begin(), list.items().end(), [](const Json& change) {
               return change.isObject() && change["field"].isString();
           });
}

int32_t history(svc_call* call, svc_bytes kind, svc_bytes documentId, svc_bytes action, svc_bytes changes) {
    return guarded(call, [&] {
        if (!areChanges(Json::parse(view(changes)))) {
            throw Fault("plugin " + call->plugin.declaration.id + " writes a line of the history of " +
                        std::string(view(kind)) + " whose changes are no array of { field, from, to }");
        }
        call->work.history(view(kind), view(documentId), view(action), std::string(view(changes)));
        return SVC_OK;
    });
}

int32_t note(svc_call* call, svc_bytes section, svc_bytes json) {
    return guarded(call, [&] {
        call->work.note(view(section), Json::parse(view(json)));
        return SVC_OK;
    });
}

int32_t fileJobIn(svc_call* call, svc_bytes name, svc_bytes lane, int64_t due, svc_bytes payload,
                  svc_bytes key, uint8_t* out16) {
    return guarded(call, [&] {
        const std::string& plugin = call->plugin.declaration.id;
        const std::string text(view(name));
        const JobKind* kind = call->work.services().catalogue.job(plugin + '.' + text);
        if (kind == nullptr) {
            throw Fault("plugin " + plugin + " files the job " + text +
                        ", which its plugin.yaml does not declare");
        }
        if (kind->lane == view(lane).empty()) {
            throw Fault("the job " + text + " of plugin " + plugin +
                        (kind->lane ? " is declared with a lane" : " is declared without a lane"));
        }
        const Uuid id = call->work.fileJob(plugin, text, Instant(due), view(payload), view(key), view(lane));
        std::copy_n(id.bytes().data(), 16, out16);
        return SVC_OK;
    });
}

int32_t fileJob(svc_call* call, svc_bytes name, int64_t due, svc_bytes payload, svc_bytes key,
                uint8_t* out16) {
    return fileJobIn(call, name, {nullptr, 0}, due, payload, key, out16);
}

int32_t checkPlan(svc_call* call, svc_bytes key, int64_t used) {
    return guarded(call, [&] {
        call->work.checkPlan(view(key), used);
        return SVC_OK;
    });
}

int32_t dateOf(svc_call* call, int64_t instant, int32_t* out) {
    return guarded(call, [&] {
        *out = dateIn(call->work.company().timeZone, Instant(instant)).days();
        return SVC_OK;
    });
}

int32_t startOf(svc_call* call, int32_t date, int64_t* out) {
    return guarded(call, [&] {
        *out = startOfDateIn(call->work.company().timeZone, Date(date)).micros();
        return SVC_OK;
    });
}

int32_t utcOffset(svc_call* call, int64_t instant, int32_t* seconds) {
    return guarded(call, [&] {
        *seconds = utcOffsetIn(call->work.company().timeZone, Instant(instant));
        return SVC_OK;
    });
}

int32_t sealCursor(svc_call* call, svc_bytes collection, svc_bytes position, svc_bytes* out) {
    return guarded(call, [&] {
        const UnitOfWork& work = call->work;
        *out = call->keep(
            call->work.services().cursors.seal(work.company().id, view(collection), view(position)));
        return SVC_OK;
    });
}

int32_t openCursor(svc_call* call, svc_bytes collection, svc_bytes cursor, svc_bytes* out) {
    return guarded(call, [&] {
        auto position =
            call->work.services().cursors.open(call->work.company().id, view(collection), view(cursor));
        if (!position) {
            throw ApiError(400, "cursor-invalid");
        }
        *out = call->keep(std::move(*position));
        return SVC_OK;
    });
}

int32_t businessUnit(svc_call* call, svc_bytes id, svc_bytes* out) {
    return guarded(call, [&] {
        auto unit = call->work.businessUnit(id.data == nullptr ? std::nullopt : std::optional(view(id)));
        if (!unit) {
            return SVC_ABSENT;
        }
        *out = call->keep(std::move(*unit));
        return SVC_OK;
    });
}

constexpr svc_host_business BusinessTable = {sizeof(svc_host_business),
                                             0,
                                             offers,
                                             command,
                                             emit,
                                             takeNumber,
                                             newUuid,
                                             history,
                                             note,
                                             fileJob,
                                             checkPlan,
                                             dateOf,
                                             startOf,
                                             sealCursor,
                                             openCursor,
                                             businessUnit,
                                             fileJobIn,
                                             utcOffset};

} // namespace

const svc_host_business& businessTable() {
    return BusinessTable;
}

} // namespace svc::host::abi
