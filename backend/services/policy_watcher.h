// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/policy_file.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>

namespace binnacle::services {

/// What became of a policy file.
struct PolicyNews {
    kube::PolicyReading reading;
    bool gone = false; ///< there is no file of that name any more
};

/// What tells a file from the one before without reading it.
struct FileStamp {
    bool exists = false;
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t modified = 0; ///< nanoseconds
    friend bool operator==(const FileStamp &, const FileStamp &) = default;
};

/// Looks after a policy file on a thread of its own, which reads and parses it too. A change is told once it has settled:
/// the file is closed by whoever writes it, and its size, time and identity stayed the same while it was read. An editor that
/// puts a new file in its place, or takes it away for a moment, is followed. What cannot be read as a policy is told only
/// when it stays so for a while, for it may be half-written; a file that holds what was told last is no news. Where the kernel
/// does not tell of changes (some network file systems), the file is looked at twice a second.
class PolicyWatcher {
public:
    using Tell = std::function<void(PolicyNews)>;
    /// `known` is what the file is taken to hold: only a change from there is told. `tell` is called on the watcher's thread.
    PolicyWatcher(std::string path, const framework::Registry &registry, std::string known, Tell tell);
    ~PolicyWatcher(); ///< joins; nothing is told any more
    PolicyWatcher(const PolicyWatcher &) = delete;
    PolicyWatcher &operator=(const PolicyWatcher &) = delete;

private:
    using Clock = std::chrono::steady_clock;
    void run();
    void readEvents();
    [[nodiscard]] FileStamp stamp() const;
    /// Tells what is due; how long there is nothing to do.
    std::chrono::milliseconds look();
    std::chrono::milliseconds readFile(Clock::time_point now);

    const std::string m_path;
    const std::string m_folder;
    const std::string m_name;
    const framework::Registry &m_registry;
    const Tell m_tell;
    // of the thread
    std::optional<FileStamp> m_told;
    FileStamp m_seen;
    Clock::time_point m_since{};
    std::optional<std::string> m_content; ///< that was told last; absent: that it is gone
    bool m_writing = false; ///< somebody wrote, and has not closed it

    int m_events = -1;
    int m_stop = -1;
    std::thread m_thread; // last: starts when the rest is ready
};

} // namespace binnacle::services
