// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <functional>

namespace binnacle::base {

/// Runs tasks later, in the order they were posted, never inside post(). A sequence owns state: code that
/// touches that state runs as tasks of one executor. Implementations may be called from any thread; tasks
/// posted after the executor has stopped are dropped.
class Executor {
public:
    virtual ~Executor() = default;
    virtual void post(std::function<void()> task) = 0;
    /// True when the calling thread is now running one of this executor's tasks.
    [[nodiscard]] virtual bool runsHere() const = 0;
};

} // namespace binnacle::base
