#include "host/webhooks/delivery_lanes.hpp"

#include <algorithm>

namespace svc::host::webhooks {
namespace {

/// How far ahead deliveries are claimed for a lane: as many as it sends in this time, four at a time.
constexpr std::chrono::milliseconds Ahead{200};
/// Multiple of that number that may wait before some deliveries are given back.
constexpr std::size_t Patience = 4;
/// Number of lanes whose pace is remembered, including empty ones.
constexpr std::size_t MostLanes = 8192;

} // namespace

std::size_t DeliveryLanes::Lane::ahead() const {
    if (!proven || !paced) {
        return proven ? 4 : 1;
    }
    const auto each = std::max<std::size_t>(1, static_cast<std::size_t>(pace.count()));
    return std::clamp<std::size_t>(4 * static_cast<std::size_t>(Ahead.count()) / each, 4, MostAhead);
}

/// How many more deliveries to claim. A fast lane claims only when half of its share is left, because claims
/// are expensive, and it claims on while outcomes of earlier deliveries are still being recorded.
std::size_t DeliveryLanes::Lane::more() const {
    const std::size_t most = ahead();
    if (most <= 4) {
        return most - std::min(held, most);
    }
    const std::size_t unsent = held - over;
    return unsent <= most / 2 && held < 3 * MostAhead ? most - unsent : 0;
}

std::optional<ClaimRequest> DeliveryLanes::request() const {
    const std::size_t ahead = unprepared_.all - unprepared_.unproven + ready_.size();
    if (ahead > MostAhead / 2 || flying_.all >= MostFlying || held_.size() >= MostHeld) {
        return std::nullopt;
    }
    std::size_t troubled = 0;
    ClaimRequest request;
    for (const auto& [delivery, held] : held_) {
        request.mine.push_back(delivery.toString());
        troubled += held.over || held.proven ? 0U : 1U;
    }
    request.webhooks = std::min(MostAhead - ahead, MostFlying - flying_.all);
    request.deliveries = MostHeld - held_.size();
    // Receivers whose last attempt failed get at most half of the places, and only a few deliveries ahead.
    request.unproven = troubled < MostFlying / 2 && unprepared_.unproven + unproven_.size() < MostYoung / 2;
    for (const auto& [webhook, lane] : lanes_) {
        if (lane.held > 0 || lane.ahead() > 4) {
            request.known.push_back({webhook, lane.held, lane.more()});
        }
    }
    return request;
}

void DeliveryLanes::claimed(const std::vector<Claim>& claims, Time asked) {
    for (const Claim& claim : claims) {
        Lane& lane = lanes_[claim.webhook];
        lane.proven = claim.proven;
        ++lane.held;
        Held held;
        held.webhook = claim.webhook;
        held.proven = claim.proven;
        held.asked = asked;
        unprepared_.add(held_.emplace(claim.delivery, held).first->second);
    }
    for (auto lane = lanes_.begin(); lanes_.size() > MostLanes && lane != lanes_.end();) {
        lane = lane->second.held == 0 ? lanes_.erase(lane) : std::next(lane);
    }
}

void DeliveryLanes::prepared(Job job) {
    Lane& lane = lanes_.at(job.claim.webhook);
    Held& held = held_.at(job.claim.delivery);
    held.prepared = true;
    unprepared_.take(held);
    lane.waiting.push_back(std::move(job));
    fill(lane);
}

void DeliveryLanes::fill(Lane& lane) {
    while (!lane.waiting.empty() && lane.busy < atATime(lane)) {
        ++lane.busy;
        const bool proven = held_.at(lane.waiting.front().claim.delivery).proven;
        (proven ? ready_ : unproven_).push_back(std::move(lane.waiting.front()));
        lane.waiting.pop_front();
    }
}

std::size_t DeliveryLanes::sendable() const {
    const std::size_t room = std::min(MostYoung - young_.all, MostFlying - flying_.all);
    const std::size_t unprovenRoom =
        std::min(MostYoung / 2 - young_.unproven, MostFlying / 2 - flying_.unproven);
    return std::min(room, ready_.size() + std::min(unprovenRoom, unproven_.size()));
}

std::deque<Job>* DeliveryLanes::nextQueue() {
    if (sendable() == 0) {
        return nullptr;
    }
    return ready_.empty() ? &unproven_ : &ready_;
}

std::optional<Job> DeliveryLanes::next(Time now, std::vector<Claim>& stale) {
    while (std::deque<Job>* queue = nextQueue()) {
        Job job = std::move(queue->front());
        queue->pop_front();
        Lane& lane = lanes_.at(job.claim.webhook);
        Held& held = held_.at(job.claim.delivery);
        if (now - held.asked <= Fresh && !held.outdated) {
            held.begun = true;
            held.young = true;
            flying_.add(held);
            young_.add(held);
            begun_.emplace_back(now, job.claim.delivery);
            return job;
        }
        --lane.busy;
        stale.push_back(job.claim);
        fill(lane);
    }
    return std::nullopt;
}

void DeliveryLanes::takeBack(Lane& lane, std::size_t keep, std::vector<Claim>& back) {
    while (lane.waiting.size() > keep) {
        back.push_back(lane.waiting.back().claim);
        lane.waiting.pop_back();
    }
}

std::vector<Claim> DeliveryLanes::age(Time now) {
    std::vector<Claim> back;
    while (!begun_.empty() && now - begun_.front().first >= Young) {
        const auto found = held_.find(begun_.front().second);
        begun_.pop_front();
        if (found == held_.end() || !found->second.young) {
            continue; // the attempt has ended
        }
        found->second.young = false;
        young_.take(found->second);
        Lane& lane = lanes_.at(found->second.webhook);
        lane.pace = std::max(lane.pace, Young);
        lane.paced = true;
        takeBack(lane, 0, back);
    }
    return back;
}

std::vector<Claim> DeliveryLanes::ended(const Claim& claim, bool success, std::chrono::milliseconds took) {
    Lane& lane = lanes_.at(claim.webhook);
    Held& held = held_.at(claim.delivery);
    flying_.take(held);
    if (held.young) {
        held.young = false;
        young_.take(held);
    }
    --lane.busy;
    held.over = true;
    ++lane.over;
    lane.proven = success;
    // The pace adopts a slower attempt at once, faster ones gradually.
    lane.pace = lane.paced ? std::max(took, (lane.pace * 3 + took) / 4) : took;
    lane.paced = true;
    std::vector<Claim> back;
    // A single slow attempt, such as one on a new connection, does not cause deliveries to be given back.
    takeBack(lane, success ? Patience * lane.ahead() : 0, back);
    fill(lane);
    return back;
}

bool DeliveryLanes::low(const Uuid& webhook) const {
    const Lane& lane = lanes_.at(webhook);
    return ready_.size() == MostAhead / 2 || (lane.ahead() > 4 && lane.held - lane.over == lane.ahead() / 2);
}

std::vector<Claim> DeliveryLanes::outdate(const Uuid& webhook) {
    std::vector<Claim> back;
    const auto lane = lanes_.find(webhook);
    if (lane == lanes_.end() || lane->second.held == 0) {
        return back;
    }
    for (auto& [delivery, held] : held_) {
        held.outdated = held.outdated || (held.webhook == webhook && !held.begun);
    }
    takeBack(lane->second, 0, back);
    return back;
}

void DeliveryLanes::drop(const Claim& claim) {
    const auto held = held_.find(claim.delivery);
    if (held == held_.end()) {
        return;
    }
    if (!held->second.prepared) {
        unprepared_.take(held->second);
    }
    Lane& lane = lanes_.at(held->second.webhook);
    --lane.held;
    lane.over -= held->second.over ? 1U : 0U;
    held_.erase(held);
}

std::vector<Claim> DeliveryLanes::takeWaiting() {
    std::vector<Claim> waiting;
    for (std::deque<Job>* queue : {&ready_, &unproven_}) {
        for (const Job& job : *queue) {
            --lanes_.at(job.claim.webhook).busy;
            waiting.push_back(job.claim);
        }
        queue->clear();
    }
    for (auto& [webhook, lane] : lanes_) {
        takeBack(lane, 0, waiting);
    }
    return waiting;
}

} // namespace svc::host::webhooks
