#include "host/http/front/front.hpp"

#include "host/http/front/loop.hpp"

namespace svc::host::http {

Front::Front(Options options, Answerer& answerer)
    : loop_(std::make_unique<Loop>(std::move(options), answerer)) {}

Front::~Front() = default;

void Front::start() {
    loop_->start();
}

std::uint16_t Front::port() const {
    return loop_->port();
}

void Front::reloadCertificate() {
    loop_->reloadCertificate();
}

void Front::drain(std::chrono::milliseconds limit) {
    loop_->drain(limit);
}

void Front::close() {
    loop_->close();
}

void Front::expose(log::Exposition& out) const {
    loop_->expose(out);
}

} // namespace svc::host::http
