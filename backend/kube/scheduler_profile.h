// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/manifest_fields.h"
#include "backend/kube/scheduler_config.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace binnacle::kube {

/// Untrusted text for an error: short, on one line.
[[nodiscard]] std::string shownInError(std::string_view text);

/// An error at every field that is not known; `path` is what the object is called.
void onlyFields(const Fields &object, std::string_view path, std::initializer_list<std::string_view> known);

/// visit(element, "path[index]") for each element of a list of mappings.
template <typename Visit>
void forEachField(const Fields &owner, std::string_view key, const std::string &path, Visit visit)
{
    std::size_t index = 0;
    for (const Entry entry : owner.list(key)) {
        const std::string at = path + '[' + std::to_string(index++) + ']';
        if (!entry.value) {
            owner.fail(entry.value, at + ": expected a mapping, found nothing");
            continue;
        }
        const Fields element = owner.element(entry.value, key);
        if (element) {
            visit(element, at);
        }
    }
}

/// One element of `profiles`, called `at`. The first fault goes into the fields' status. A profile without a name is
/// "default-scheduler". Weights, merging and defaults are those of kube-scheduler v1.36.
[[nodiscard]] SchedulerProfile readProfile(const Fields &profile, const std::string &at);

/// The arguments of one plugin in a profile's pluginConfig as settings of the plugin here.
[[nodiscard]] framework::Settings readPluginArguments(
    std::string_view plugin, const Fields &arguments, const std::string &at);

} // namespace binnacle::kube
