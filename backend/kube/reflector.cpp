// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/reflector.h"

#include "backend/kube/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace binnacle::kube {

namespace {

constexpr int minWatchSeconds = 300;
constexpr int watchSpreadSeconds = 300;
constexpr std::chrono::seconds shortWatch{1}; // one that ends sooner without an event is a failure
constexpr std::chrono::seconds settledWatch{5}; // one that lasted so long ends a series of failures
constexpr std::chrono::seconds listIdle{15};
constexpr std::chrono::milliseconds pageTimeout{120'000};
constexpr int failuresBeforeList = 5; // watches that the server refuses in a row, before the list is made anew
constexpr int goneStatus = 410;
constexpr std::string_view expiredReason = "Expired";

bool isGone(const ApiEnd &end) { return end.httpStatus == goneStatus || end.reason == expiredReason; }

ApiEnd protocolFault(const absl::Status &status, const std::string &where)
{
    ApiEnd end;
    end.fault = model::FaultKind::Protocol;
    end.status = absl::Status(status.code(), fmt::format("{}: {}", where, std::string(status.message())));
    return end;
}

} // namespace

std::chrono::milliseconds Backoff::next()
{
    const std::chrono::milliseconds base = m_base;
    m_base = std::min(m_base * 2, last);
    return base
        + std::chrono::milliseconds(static_cast<std::int64_t>(static_cast<double>(base.count()) * m_random.unit()));
}

class Reflector::PageItems final : public ListReader::Items {
public:
    explicit PageItems(Reflector &reflector) : m_reflector(reflector) { }
    absl::Status item(std::size_t /*index*/, std::string_view bytes) override
    {
        return m_reflector.m_receiver.listed(bytes);
    }

private:
    Reflector &m_reflector;
};

/// One page on its way. Only the first of the queue is read; what comes for the others waits here.
struct Reflector::Page {
    explicit Page(Reflector &reflector) : items(reflector), reader(items) { }
    PageRequest request;
    ApiClient::CallId call = 0;
    PageItems items;
    ListReader reader;
    std::string waiting;
    std::optional<ApiEnd> end;
    bool prefetched = false; ///< the page after this one has been asked for
};

class Reflector::WatchFrames final : public WatchReader::Frames {
public:
    explicit WatchFrames(Reflector &reflector) : m_reflector(reflector) { }
    absl::Status frame(const WatchFrame &frame) override { return m_reflector.acceptFrame(frame); }

private:
    Reflector &m_reflector;
};

Reflector::Reflector(std::shared_ptr<ApiClient> client, Receiver &receiver, Options options)
    : m_client(std::move(client)),
      m_receiver(receiver),
      m_options(std::move(options)),
      m_backoff(m_options.seed),
      m_random(m_options.seed + 1)
{
}

Reflector::~Reflector() { stop(); }

void Reflector::start() { beginList(); }

void Reflector::stop()
{
    dropCalls();
    m_client->cancelTimer(std::exchange(m_timer, 0));
    m_state = State::Idle;
    m_live = false;
}

void Reflector::dropCalls()
{
    for (const std::shared_ptr<Page> &page : m_pages) {
        m_client->cancel(page->call);
    }
    m_pages.clear();
    m_client->cancel(std::exchange(m_watch, 0));
}

void Reflector::setLive(bool live)
{
    m_live = live;
    m_receiver.stateChanged();
}

// ---- the list ----------------------------------------------------------------------------------

void Reflector::beginList()
{
    dropCalls();
    m_listing = true;
    m_state = State::Listing;
    m_whole = m_delivered;
    m_listed = 0;
    m_resumeToken.clear();
    m_listVersion.clear();
    m_receiver.listBegins(m_whole);
    setLive(false);
    requestPage({});
}

void Reflector::requestPage(PageRequest what)
{
    auto page = std::make_shared<Page>(*this);
    page->request = std::move(what);
    ApiRequest request;
    if (!page->request.notOlderThan.empty()) {
        request.path = fmt::format("{}?resourceVersionMatch=NotOlderThan&resourceVersion={}", m_options.path,
            urlEscaped(page->request.notOlderThan));
        request.ownConnection = true;
    } else if (!page->request.token.empty()) {
        request.path =
            fmt::format("{}?limit={}&continue={}", m_options.path, m_options.page, urlEscaped(page->request.token));
    } else {
        request.path = fmt::format("{}?limit={}", m_options.path, m_options.firstPage);
    }
    request.totalTimeout = pageTimeout;
    request.idleTimeout = listIdle;
    request.maxBodyBytes = std::size_t{8} << 30; // read as it comes, one object at a time
    ApiClient::Stream stream;
    stream.data = [this, weak = std::weak_ptr(page)](std::string_view bytes) {
        if (const auto self = weak.lock()) {
            if (self == m_pages.front()) {
                pageData(*self, bytes);
            } else {
                self->waiting.append(bytes);
            }
        }
    };
    stream.ended = [this, weak = std::weak_ptr(page)](const ApiEnd &end) {
        if (const auto self = weak.lock()) {
            self->end = end;
            readPages();
        }
    };
    m_pages.push_back(page);
    page->call = m_client->stream(std::move(request), std::move(stream));
}

/// Takes up what has come, in the order of the pages.
void Reflector::readPages()
{
    while (!m_pages.empty()) {
        const std::shared_ptr<Page> page = m_pages.front();
        if (!page->waiting.empty()) {
            pageData(*page, std::exchange(page->waiting, {}));
        }
        if (m_pages.empty() || m_pages.front() != page || !page->end) {
            return; // failed meanwhile, or more is to come
        }
        pageEnded(*page->end);
        if (!m_pages.empty() && m_pages.front() == page) {
            return;
        }
    }
}

void Reflector::pageData(Page &page, std::string_view bytes)
{
    if (absl::Status status = page.reader.feed(bytes); !status.ok()) {
        failed(protocolFault(status, fmt::format("{}, list after {} items", m_options.name, m_listed)));
        return;
    }
    prefetch(page);
}

/// What comes next stands at the head of a page: the server can work on it while this page is read.
void Reflector::prefetch(Page &page)
{
    if (page.prefetched || !page.reader.hasMetadata() || page.reader.continueToken().empty() || m_pages.size() > 1) {
        return;
    }
    page.prefetched = true;
    const bool first = page.request.token.empty();
    if (first && page.reader.remaining() > m_options.page) {
        requestPage({{}, page.reader.resourceVersion()});
    } else {
        requestPage({page.reader.continueToken(), {}});
    }
}

void Reflector::pageEnded(const ApiEnd &end)
{
    const std::shared_ptr<Page> page = m_pages.front();
    if (!end.status.ok()) {
        m_resumeToken = page->request.token;
        if (isGone(end) && !page->request.token.empty()) {
            beginList(); // the token expired: the rest of that list is gone
        } else {
            failed(end);
        }
        return;
    }
    if (absl::Status status = page->reader.finish(); !status.ok()) {
        failed(protocolFault(status, m_options.name));
        return;
    }
    m_backoff.reset();
    m_listed += page->reader.count();
    m_delivered = m_delivered || page->reader.count() > 0;
    m_listVersion = page->reader.resourceVersion();
    m_receiver.pageEnds();
    prefetch(*page);
    m_pages.pop_front();
    if (page->reader.continueToken().empty()) {
        endList();
    } else if (!m_pages.front()->request.notOlderThan.empty()) {
        m_receiver.listRestarts();
    }
}

void Reflector::endList()
{
    m_version = m_listVersion;
    m_delivered = true;
    m_receiver.listEnds(m_whole);
    m_listing = false;
    beginWatch();
}

// ---- the watch ---------------------------------------------------------------------------------

void Reflector::beginWatch()
{
    m_state = State::Watching;
    m_watchError.reset();
    m_framesSeen = 0;
    m_watchBegan = std::chrono::steady_clock::now();
    m_frames = std::make_unique<WatchFrames>(*this);
    m_reader = std::make_unique<WatchReader>(*m_frames);
    const auto seconds = minWatchSeconds + static_cast<int>(m_random.below(watchSpreadSeconds));
    ApiRequest request;
    request.path = fmt::format("{}?watch=true&allowWatchBookmarks=true&resourceVersion={}&timeoutSeconds={}",
        m_options.path, urlEscaped(m_version), seconds);
    request.accept = protobufWatchType;
    request.totalTimeout = std::chrono::seconds(seconds + 30);
    request.maxBodyBytes = 0;
    ApiClient::Stream stream;
    stream.opened = [this] {
        m_fault = {};
        m_nextTry.reset();
        setLive(true);
    };
    stream.data = [this](std::string_view bytes) { watchData(bytes); };
    stream.ended = [this](const ApiEnd &end) { watchEnded(end); };
    m_watch = m_client->stream(std::move(request), std::move(stream));
}

void Reflector::watchData(std::string_view bytes)
{
    if (absl::Status status = m_reader->feed(bytes); !status.ok() && !m_watchError) {
        failed(protocolFault(status, fmt::format("{}, watch from {}", m_options.name, m_version)));
    } else if (m_watchError) {
        watchError(*m_watchError);
    }
}

absl::Status Reflector::acceptFrame(const WatchFrame &frame)
{
    ++m_framesSeen;
    absl::Status status;
    switch (frame.type) {
    case WatchFrame::Type::Added:
    case WatchFrame::Type::Modified:
        status = m_receiver.changed(frame.object);
        break;
    case WatchFrame::Type::Deleted:
        status = m_receiver.removed(frame.object);
        break;
    case WatchFrame::Type::Bookmark:
        break;
    case WatchFrame::Type::Error:
        m_watchError = frame.error.value_or(ServerStatus{});
        return absl::CancelledError("an ERROR event"); // ends the reading; watchError() goes on
    case WatchFrame::Type::Unknown:
        return absl::OkStatus();
    }
    if (!status.ok()) {
        return status;
    }
    ObjectDecoder decoder;
    const auto identity = decoder.decodeIdentity(frame.object);
    if (identity.ok() && !identity->resourceVersion.empty()) {
        m_version = identity->resourceVersion;
    }
    return absl::OkStatus();
}

void Reflector::watchError(const ServerStatus &error)
{
    ApiEnd end;
    end.httpStatus = error.code;
    end.reason = error.reason;
    end.fault = error.code == goneStatus ? model::FaultKind::None : model::FaultKind::ServerError;
    end.status = absl::UnavailableError(fmt::format("{} watch: {}", m_options.name, firstBytes(error.message, 512)));
    m_client->cancel(std::exchange(m_watch, 0));
    watchEnded(end);
}

void Reflector::watchEnded(const ApiEnd &end)
{
    m_watch = 0;
    const auto lasted = std::chrono::steady_clock::now() - m_watchBegan;
    if (lasted >= settledWatch) {
        m_backoff.reset();
        m_serverFailures = 0;
    }
    if (isGone(end)) {
        if (lasted < shortWatch && ++m_serverFailures > 1) {
            m_listing = true; // the version of a new list is gone at once: not in a tight loop
            m_resumeToken.clear();
            failed(end);
            return;
        }
        beginList();
        return;
    }
    if (!end.status.ok()) {
        if (end.httpStatus >= 400 && ++m_serverFailures >= failuresBeforeList) {
            m_serverFailures = 0;
            m_listing = true;
            m_resumeToken.clear();
        }
        failed(end);
        return;
    }
    if (absl::Status status = m_reader->finish(); !status.ok()) {
        failed(protocolFault(status, fmt::format("{}, watch from {}", m_options.name, m_version)));
        return;
    }
    if (lasted < shortWatch && m_framesSeen == 0) {
        ApiEnd tooShort;
        tooShort.fault = model::FaultKind::ServerError;
        tooShort.status = absl::UnavailableError(fmt::format("{}: the watch ended at once", m_options.name));
        failed(tooShort);
        return;
    }
    beginWatch(); // its time was over: nothing is lost, and the feed stays live
}

// ---- failures ----------------------------------------------------------------------------------

void Reflector::failed(ApiEnd end)
{
    // A list goes on with the page that failed: its token stands for the same objects again.
    if (!m_pages.empty()) {
        m_delivered = m_delivered || m_pages.front()->reader.count() > 0;
    }
    dropCalls();
    wait(std::move(end));
}

void Reflector::wait(ApiEnd end)
{
    std::chrono::milliseconds delay = m_backoff.next();
    if (end.retryAfter) {
        delay = std::max<std::chrono::milliseconds>(*end.retryAfter, std::chrono::milliseconds(1))
            + std::chrono::milliseconds(m_random.below(250));
    }
    m_state = State::Waiting;
    m_fault = std::move(end);
    m_nextTry = std::chrono::system_clock::now() + delay;
    m_client->cancelTimer(m_timer);
    m_timer = m_client->after(delay, [this] { resume(); });
    setLive(false);
}

void Reflector::resume()
{
    if (m_state != State::Waiting) {
        return;
    }
    if (!m_listing) {
        beginWatch();
    } else if (m_resumeToken.empty()) {
        beginList();
    } else {
        m_state = State::Listing;
        requestPage({m_resumeToken, {}});
    }
}

} // namespace binnacle::kube
