#include "host/abi/guard.hpp"
#include "host/abi/tables.hpp"
#include "host/core/work_fault.hpp"

namespace svc::host::abi {
namespace {

int32_t begin(svc_call* call) {
    return guarded(call, [&] {
        call->work.begin();
        call->began = true;
        return SVC_OK;
    });
}

/// The transaction that this call has begun; throws when the open one belongs to the caller.
UnitOfWork& own(svc_call* call) {
    if (!call->began) {
        throw WorkFault("no-transaction", "this call has begun none");
    }
    call->began = false;
    return call->work;
}

int32_t commit(svc_call* call) {
    return guarded(call, [&] {
        own(call).commit();
        return SVC_OK;
    });
}

int32_t rollback(svc_call* call) {
    return guarded(call, [&] {
        own(call).rollback();
        return SVC_OK;
    });
}

JobRun& jobOf(svc_call* call) {
    if (call->job == nullptr) {
        throw Fault("this call is no job");
    }
    return *call->job;
}

int32_t job(svc_call* call, int32_t* attempt, int64_t* filedAt, int64_t* deadline) {
    if (call->job == nullptr) {
        return SVC_ABSENT;
    }
    *attempt = call->job->attempt;
    *filedAt = call->job->filedAt.micros();
    *deadline = call->job->deadline.micros();
    return SVC_OK;
}

int32_t again(svc_call* call, int64_t due, svc_bytes payload, svc_bytes note) {
    return guarded(call, [&] {
        jobOf(call).again = JobRun::Again{Instant(due), std::string(view(payload)), std::string(view(note))};
        return SVC_OK;
    });
}

int32_t progress(svc_call* call, int64_t done, int64_t total) {
    return guarded(call, [&] {
        if (done < 0 || total < 0) {
            throw Fault("a progress below zero");
        }
        jobOf(call).progress(call->work, done, total);
        return SVC_OK;
    });
}

int32_t result(svc_call* call, svc_bytes json) {
    return guarded(call, [&] {
        jobOf(call).result = Json::parse(view(json)).dump();
        return SVC_OK;
    });
}

constexpr svc_host_work WorkTable = {
    sizeof(svc_host_work), 0, begin, commit, rollback, job, again, progress, result};

} // namespace

const svc_host_work& workTable() {
    return WorkTable;
}

} // namespace svc::host::abi
