// Binds the code of plugins to their declarations: routes, commands, hooks, subscribers, jobs.
#include "host/abi/call.hpp"
#include "host/plugin/plugin_set.hpp"

namespace svc::host::plugin {

void PluginSet::bind(Catalogue& catalogue) const {
    std::vector<const Declaration*> declarations;
    for (const auto& plugin : plugins_) {
        bind(*plugin, catalogue);
        declarations.push_back(&plugin->declaration);
    }
    catalogue.add(Command{
        .name = "host.contributions",
        .plugin = "host",
        .run = [text = contributionsText(declarations)](UnitOfWork&, std::string_view) { return text; },
        .anywhere = true});
    addInstalled(catalogue);
}

void PluginSet::addInstalled(Catalogue& catalogue) const {
    for (const auto& [id, declaration] : found_) {
        for (const CompanySetting& setting : declaration.companySettings) {
            catalogue.addInstalled(setting);
        }
        for (const Scope& scope : declaration.scopes) {
            catalogue.addInstalled(scope);
        }
    }
}

void PluginSet::bind(const svc_plugin& plugin, Catalogue& catalogue) const {
    const Declaration& declared = plugin.declaration;
    for (const Scope& scope : declared.scopes) {
        catalogue.add(scope);
    }
    for (const CompanySetting& setting : declared.companySettings) {
        catalogue.add(setting);
    }
    for (const EventType& type : declared.events) {
        catalogue.add(type);
    }
    for (const NumberKind& kind : declared.numbering) {
        catalogue.add(kind);
    }
    for (const RecordKind& kind : declared.records) {
        catalogue.add(kind);
    }
    for (const auto& [constraint, code] : declared.constraints) {
        catalogue.addConstraint(constraint, code);
    }
    catalogue.add(declared.lifecycle);
    for (const auto& [name, binding] : plugin.commands) {
        catalogue.add(Command{name, declared.id,
                              [&plugin, binding](UnitOfWork& work, std::string_view input) {
                                  svc_call call(work, plugin, input);
                                  abi::run(call, binding.handler, binding.user);
                                  return std::move(call.output);
                              },
                              declared.outsideCommands.count(name) != 0});
    }
    const auto listener = [&plugin](const svc_plugin::Binding& binding) {
        return [&plugin, binding](UnitOfWork& work, std::string_view input) {
            svc_call call(work, plugin, input);
            abi::run(call, binding.handler, binding.user);
        };
    };
    for (const DeclaredHook& hook : declared.hooks) {
        catalogue.add(Hook{hook.event, declared.id, listener(plugin.hooks.at(hook.handler))});
    }
    for (const DeclaredSubscriber& subscriber : declared.subscribers) {
        catalogue.add(Subscriber{subscriber.name, declared.id, subscriber.events,
                                 listener(plugin.subscribers.at(subscriber.name))});
    }
    for (const DeclaredJob& job : declared.jobs) {
        catalogue.add(JobKind{
            declared.id + '.' + job.name, declared.id, job.every,
            [&plugin, binding = plugin.jobs.at(job.name)](UnitOfWork& work, std::string_view payload) {
                svc_call call(work, plugin, payload);
                call.job = work.job();
                abi::run(call, binding.handler, binding.user);
            },
            job.outside, job.lane, job.timeout});
    }
}

std::map<std::string, http::Handler> PluginSet::handlers(const svc_plugin& plugin) const {
    std::map<std::string, http::Handler> result;
    for (const auto& [operationId, binding] : plugin.routes) {
        result.emplace(operationId, [&plugin, bound = binding](http::Exchange& exchange) {
            if (exchange.work == nullptr) {
                throw Fault("a route of a plugin needs a company");
            }
            const std::string_view input = exchange.body;
            svc_call call(*exchange.work, plugin, input, &exchange);
            abi::run(call, bound.handler, bound.user);
        });
    }
    return result;
}

} // namespace svc::host::plugin
