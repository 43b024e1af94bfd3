// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/policy_watcher.h"

#include "backend/kube/document.h"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <utility>

namespace binnacle::services {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds pace{500};
constexpr milliseconds settled{25}; ///< of a file that was closed
constexpr milliseconds settledOpen{2000}; ///< of one that somebody wrote and keeps open
constexpr milliseconds settledBad{250}; ///< of one that is no policy
constexpr milliseconds settledGone{300}; ///< of one that is not there: an editor may put another in its place
constexpr milliseconds soon{5};

std::string folderOf(const std::string &path)
{
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

} // namespace

PolicyWatcher::PolicyWatcher(std::string path, const framework::Registry &registry, std::string known, Tell tell)
    : m_path(std::move(path)),
      m_folder(folderOf(m_path)),
      m_name(std::filesystem::path(m_path).filename().string()),
      m_registry(registry),
      m_tell(std::move(tell)),
      m_content(std::move(known)),
      m_events(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)),
      m_stop(::eventfd(0, EFD_CLOEXEC))
{
    if (m_events >= 0)
        ::inotify_add_watch(m_events, m_folder.c_str(),
            IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB);
    m_thread = std::thread([this] { run(); });
}

PolicyWatcher::~PolicyWatcher()
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(m_stop, &one, sizeof one);
    m_thread.join();
    ::close(m_stop);
    if (m_events >= 0)
        ::close(m_events);
}

FileStamp PolicyWatcher::stamp() const
{
    struct stat facts { };
    if (::stat(m_path.c_str(), &facts) != 0)
        return {};
    return {
        true, facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtim.tv_sec * 1'000'000'000 + facts.st_mtim.tv_nsec};
}

void PolicyWatcher::run()
{
    pthread_setname_np(pthread_self(), "policy file");
    milliseconds idle = look();
    for (;;) {
        std::array<pollfd, 2> waits{{{m_stop, POLLIN, 0}, {m_events, POLLIN, 0}}};
        ::poll(waits.data(), m_events >= 0 ? 2 : 1, static_cast<int>(idle.count()));
        if (waits[0].revents != 0)
            return;
        if (m_events >= 0 && waits[1].revents != 0)
            readEvents();
        idle = look();
    }
}

void PolicyWatcher::readEvents()
{
    alignas(inotify_event) std::array<char, 16 * 1024> buffer;
    for (;;) {
        const ssize_t got = ::read(m_events, buffer.data(), buffer.size());
        if (got <= 0)
            return;
        for (std::size_t at = 0; at + sizeof(inotify_event) <= static_cast<std::size_t>(got);) {
            inotify_event event{};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const char *name = buffer.data() + at + sizeof event;
            at += sizeof event + event.len;
            if (event.len == 0 || m_name != name)
                continue;
            if ((event.mask & IN_MODIFY) != 0)
                m_writing = true;
            if ((event.mask & (IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM)) != 0)
                m_writing = false;
        }
    }
}

milliseconds PolicyWatcher::look()
{
    const Clock::time_point now = Clock::now();
    const FileStamp seen = stamp();
    if (!m_told || seen != m_seen) {
        const bool first = !m_told;
        m_seen = seen;
        m_since = now;
        if (first)
            m_told.emplace(); // none looks like that, but one that is not there
        else
            return settled;
    }
    if (m_seen == *m_told && m_seen.exists == m_content.has_value())
        return pace;
    const milliseconds due = !m_seen.exists ? settledGone : m_writing ? settledOpen : settled;
    const auto passed = std::chrono::duration_cast<milliseconds>(now - m_since);
    if (passed < due)
        return std::min(pace, due - passed + milliseconds(1));
    if (m_seen.exists)
        return readFile(now);
    m_told = m_seen;
    if (std::exchange(m_content, std::nullopt))
        m_tell({{}, true});
    return pace;
}

milliseconds PolicyWatcher::readFile(Clock::time_point now)
{
    absl::StatusOr<std::string> text = kube::readTextFile(m_path, kube::largestPolicyFile);
    if (stamp() != m_seen)
        return soon; // it changed meanwhile: from the start
    if (text.ok() && m_content == *text) {
        m_told = m_seen;
        return pace;
    }
    PolicyNews news;
    if (text.ok())
        news.reading = kube::parsePolicyFile(m_registry, *text);
    else
        news.reading.faults.push_back({0, 0, std::string(text.status().message())});
    const auto passed = std::chrono::duration_cast<milliseconds>(now - m_since);
    if (!news.reading.file && passed < settledBad)
        return settledBad - passed + milliseconds(1);
    m_told = m_seen;
    m_content = text.ok() ? *std::move(text) : std::string();
    m_tell(std::move(news));
    return pace;
}

} // namespace binnacle::services
