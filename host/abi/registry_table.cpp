#include "host/abi/experiments.hpp"
#include "host/abi/guard.hpp"
#include "host/abi/tables.hpp"
#include "host/plugin/plugin.hpp"

#include <algorithm>
#include <cstring>

namespace svc::host::abi {
namespace {

/// Writes the address of an experimental table to `place`, a pointer of the plugin.
int32_t giveExperiment(svc_plugin* self, const std::string& name, void* place) {
    const std::vector<std::string>& named = self->declaration.experimental;
    if (!self->starting || std::find(named.begin(), named.end(), name) == named.end()) {
        self->registrationError = "it asks for the experimental table " + name +
                                  (self->starting ? ", which its plugin.yaml does not name under experimental"
                                                  : " after its start");
        return SVC_FAILED;
    }
    const svc_x_table* const table = findExperiment(name);
    if (table == nullptr) {
        return SVC_ABSENT;
    }
    std::memcpy(place, &table, sizeof table);
    return SVC_OK;
}

int32_t add(svc_plugin* self, int32_t kind, svc_bytes name, svc_handler handler, void* user) {
    try {
        svc_plugin::Bindings* bindings = self->of(kind);
        const std::string text(view(name));
        if (kind == SVC_X_TABLE && user != nullptr) {
            return giveExperiment(self, text, user);
        }
        if (!self->starting) {
            self->registrationError = text + " is registered after the start";
        } else if (bindings == nullptr || handler == nullptr) {
            self->registrationError = text + " is registered with an unknown kind or without code";
        } else if (!bindings->emplace(text, svc_plugin::Binding{handler, user}).second) {
            self->registrationError = text + " is registered twice";
        } else {
            return SVC_OK;
        }
    } catch (const std::exception&) {
        return SVC_FAILED;
    }
    return SVC_FAILED;
}

int32_t settings(svc_plugin* self, svc_bytes* json) {
    *json = bytes(self->settings);
    return SVC_OK;
}

void refuse(svc_plugin* self, svc_bytes reason) {
    try {
        self->refusal = view(reason);
    } catch (const std::exception&) {
        self->refusal.clear();
    }
}

constexpr svc_host_registry Registry = {sizeof(svc_host_registry), 0, add, settings, refuse};

} // namespace

const svc_host& hostTable() {
    static const svc_host table = {sizeof(svc_host), SVC_ABI_MAJOR, SVC_ABI_MINOR,    0,
                                   &Registry,        &callTable(),  &databaseTable(), &businessTable(),
                                   &workTable(),     &httpTable(),  &secretsTable()};
    return table;
}

} // namespace svc::host::abi
