// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/api_client.h"
#include "backend/kube/proto_decode.h"
#include "planner/base/random.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace binnacle::kube {

/// Delays between tries, as client-go's reflector has them: 0.8 s doubling to 30 s, each stretched by up to itself.
class Backoff {
public:
    explicit Backoff(std::uint64_t seed) : m_random(seed) { }
    [[nodiscard]] std::chrono::milliseconds next();
    void reset() { m_base = first; }

private:
    static constexpr std::chrono::milliseconds first{800};
    static constexpr std::chrono::milliseconds last{30'000};
    std::chrono::milliseconds m_base = first;
    base::SeededRandom m_random;
};

/// Keeps up with one kind of objects: a list, then watches from its resourceVersion for ever. The list begins with a small
/// page. If little remains, that comes in pages by its token. If much does, the rest is asked for in one, "not older than" the
/// first page: that is served from the server's memory, while a token may make it read everything from etcd again.
///
///   Listing ──► Watching ◄──► Waiting        Waiting keeps what is to be done next: the same page, or the same watch.
///      ▲───────────┴── 410, in a list (its token expired) or in a watch (HTTP status or ERROR event): list from the start
///
/// The promise: the receiver sees every object of a list, then every later change in order; a change may come twice, none is
/// left out, and after a break the list replaces what was delivered before. Rules: client-go tools/cache/reflector.go, v0.36.
/// Everything runs on the client's sequence.
class Reflector {
public:
    enum class State : std::uint8_t { Idle, Listing, Watching, Waiting };

    class Receiver {
    public:
        virtual ~Receiver() = default;
        /// A list begins. `whole`: it replaces everything delivered before, and is to be shown when it ends.
        virtual void listBegins(bool whole) = 0;
        virtual absl::Status listed(std::string_view object) = 0;
        virtual void pageEnds() = 0;
        /// All of the list comes again, as of a later version: what was listed so far and does not come again is gone.
        virtual void listRestarts() = 0;
        virtual void listEnds(bool whole) = 0;
        virtual absl::Status changed(std::string_view object) = 0;
        virtual absl::Status removed(std::string_view object) = 0;
        /// live(), fault() or nextTry() may be different now.
        virtual void stateChanged() = 0;
    };

    struct Options {
        std::string name; ///< "pods", for error texts
        std::string path; ///< "/api/v1/pods"
        int firstPage = 500; ///< small, for rows soon
        int page = 4000;
        std::uint64_t seed = 1;
    };

    Reflector(std::shared_ptr<ApiClient> client, Receiver &receiver, Options options);
    ~Reflector();
    Reflector(const Reflector &) = delete;
    Reflector &operator=(const Reflector &) = delete;

    void start();
    void stop();

    [[nodiscard]] State state() const { return m_state; }
    /// The list is complete and a watch stands, or its planned renewal is under way.
    [[nodiscard]] bool live() const { return m_live; }
    [[nodiscard]] const ApiEnd &fault() const { return m_fault; } ///< of the last failure; OK status without one
    [[nodiscard]] std::optional<std::chrono::system_clock::time_point> nextTry() const { return m_nextTry; }

private:
    struct Page;
    class PageItems;
    class WatchFrames;

    void beginList();
    struct PageRequest {
        std::string token; ///< of a later page
        std::string notOlderThan; ///< all in one, at least of this version
    };
    void requestPage(PageRequest request);
    void readPages();
    void pageData(Page &page, std::string_view bytes);
    void pageEnded(const ApiEnd &end);
    void prefetch(Page &page);
    void endList();
    void beginWatch();
    void watchData(std::string_view bytes);
    void watchEnded(const ApiEnd &end);
    absl::Status acceptFrame(const WatchFrame &frame);
    void watchError(const ServerStatus &error);
    void failed(ApiEnd end);
    void wait(ApiEnd end);
    void resume();
    void dropCalls();
    void setLive(bool live);

    std::shared_ptr<ApiClient> m_client;
    Receiver &m_receiver;
    Options m_options; // constant after construction
    Backoff m_backoff;
    base::SeededRandom m_random;

    State m_state = State::Idle;
    bool m_live = false;
    ApiEnd m_fault;
    std::optional<std::chrono::system_clock::time_point> m_nextTry;
    HttpLoop::TimerId m_timer = 0;

    // the list: the first page is being read, the next one may be on its way already
    std::deque<std::shared_ptr<Page>> m_pages;
    std::string m_resumeToken; ///< of the page to ask for again
    std::string m_listVersion;
    std::size_t m_listed = 0;
    bool m_whole = false; ///< this list replaces what was delivered before
    bool m_delivered = false; ///< something has been delivered since start()
    bool m_listing = false; ///< what resume() goes on with

    // the watch
    ApiClient::CallId m_watch = 0;
    std::unique_ptr<WatchFrames> m_frames;
    std::unique_ptr<WatchReader> m_reader;
    std::string m_version;
    std::chrono::steady_clock::time_point m_watchBegan{};
    std::optional<ServerStatus> m_watchError;
    std::uint64_t m_framesSeen = 0;
    int m_serverFailures = 0;
};

} // namespace binnacle::kube
