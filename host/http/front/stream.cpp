#include "host/http/front/stream.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <new>

#include <openssl/err.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace svc::host::http {

namespace {

using State = Stream::State;

int sizeOf(std::string_view text) {
    return static_cast<int>(std::min<std::size_t>(text.size(), INT_MAX));
}

Stream::Outcome socketOutcome(ssize_t count, State wait) {
    if (count >= 0) {
        return {State::Done, static_cast<std::size_t>(count)};
    }
    return {errno == EAGAIN || errno == EINTR ? wait : State::Ended, 0};
}

} // namespace

Stream::Stream(int descriptor, SSL_CTX* context) : descriptor_(descriptor), ssl_(SSL_new(context)) {
    if (!ssl_ || SSL_set_fd(ssl_.get(), descriptor) != 1) {
        ERR_clear_error();
        ::close(descriptor);
        throw std::bad_alloc();
    }
    SSL_set_accept_state(ssl_.get());
}

Stream::~Stream() {
    if (ssl_ && !broken_ && SSL_is_init_finished(ssl_.get()) == 1) {
        ERR_clear_error();
        SSL_shutdown(ssl_.get());
    }
    ERR_clear_error();
    ::close(descriptor_);
}

Stream::Outcome Stream::tlsOutcome(int result) {
    if (result > 0) {
        return {State::Done, static_cast<std::size_t>(result)};
    }
    const int error = SSL_get_error(ssl_.get(), result);
    ERR_clear_error();
    if (error == SSL_ERROR_WANT_READ) {
        return {State::WantsRead, 0};
    }
    if (error == SSL_ERROR_WANT_WRITE) {
        return {State::WantsWrite, 0};
    }
    broken_ = error != SSL_ERROR_ZERO_RETURN;
    return {State::Ended, 0};
}

Stream::Outcome Stream::handshake() {
    ERR_clear_error();
    return tlsOutcome(SSL_do_handshake(ssl_.get()));
}

Stream::Outcome Stream::read(char* buffer, std::size_t size) {
    if (ssl_) {
        ERR_clear_error();
        return tlsOutcome(
            SSL_read(ssl_.get(), buffer, static_cast<int>(std::min<std::size_t>(size, INT_MAX))));
    }
    const Outcome outcome = socketOutcome(::recv(descriptor_, buffer, size, 0), State::WantsRead);
    return outcome.state == State::Done && outcome.count == 0 ? Outcome{State::Ended, 0} : outcome;
}

Stream::Outcome Stream::write(std::string_view first, std::string_view second) {
    if (ssl_) {
        const std::string_view part = first.empty() ? second : first;
        ERR_clear_error();
        return tlsOutcome(SSL_write(ssl_.get(), part.data(), sizeOf(part)));
    }
    std::array<iovec, 2> parts{};
    int count = 0;
    for (const std::string_view part : {first, second}) {
        if (!part.empty()) {
            parts[static_cast<std::size_t>(count++)] = {const_cast<char*>(part.data()), part.size()};
        }
    }
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = static_cast<std::size_t>(count);
    return socketOutcome(::sendmsg(descriptor_, &message, MSG_NOSIGNAL), State::WantsWrite);
}

bool Stream::hasPending() const {
    return ssl_ && SSL_has_pending(ssl_.get()) == 1;
}

void Stream::endSending() {
    if (ssl_ && !broken_) {
        ERR_clear_error();
        SSL_shutdown(ssl_.get());
        ERR_clear_error();
    }
    ::shutdown(descriptor_, SHUT_WR);
}

void Stream::hangUp() {
    ::shutdown(descriptor_, SHUT_RDWR);
}

} // namespace svc::host::http
