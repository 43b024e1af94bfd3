// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/scheduler_profile.h"

#include "backend/kube/text.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace binnacle::kube {

namespace {

constexpr std::int64_t anyNumber = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t largestWeight = 1000; // a policy's

/// A plugin of the default profile (v1.36).
struct DefaultPlugin {
    std::string_view name;
    std::int32_t weight = 0; ///< 0 where it does not score
    bool built = false; ///< whether a policy here has it; what the others do concerns only pods that are not decidable
    bool filters = false; ///< or answers PostFilter
    bool refusesBefore = false; ///< its PreFilter alone may refuse every node
    bool postFilters = false;
};
constexpr std::array<DefaultPlugin, 23> defaultPlugins{{
    {"SchedulingGates"},
    {"PrioritySort"},
    {"NodeUnschedulable", 0, true, true},
    {"NodeName", 0, true, true},
    {"TaintToleration", 3, true, true},
    {"NodeAffinity", 2, true, true},
    {"NodePorts", 0, true, true},
    {"NodeResourcesFit", 1, true, true},
    {"VolumeRestrictions", 0, true, true, true},
    {"NodeVolumeLimits", 0, true, true},
    {"VolumeBinding", 0, true, true, true},
    {"VolumeZone", 0, true, true, true},
    {"PodTopologySpread", 2, true, true},
    {"InterPodAffinity", 2, true, true},
    {"DynamicResources", 2, true, true},
    {"DefaultPreemption", 0, true, true, false, true},
    {"NodeResourcesBalancedAllocation", 1, true},
    {"ImageLocality", 1, true},
    {"DefaultBinder"},
    {"NodeDeclaredFeatures", 0, true, true},
    {"GangScheduling"},
    {"TopologyPlacementGenerator"},
    {"PodGroupPodsCount", 1},
}};

/// One profile's plugins: which take part, at which weights.
class PluginsReader {
public:
    void read(const Fields &plugins, const std::string &at)
    {
        onlyFields(plugins, at,
            {"preEnqueue", "queueSort", "preFilter", "filter", "postFilter", "preScore", "score", "reserve", "permit",
                "preBind", "bind", "postBind", "multiPoint", "placementGenerate", "placementScore"});
        readMultiPoint(plugins.object("multiPoint"), at + ".multiPoint");
        readFilter(plugins.object("filter"), at + ".filter");
        readPostFilter(plugins.object("postFilter"), at + ".postFilter");
        readScore(plugins.object("score"), at + ".score");
        for (const Entry point : plugins.value()) {
            const std::string_view name = point.key.text();
            if (name != "multiPoint" && name != "filter" && name != "postFilter" && name != "score") {
                const std::string path = fmt::format("{}.{}", at, shownInError(name));
                forEachListed(plugins.object(name), path, refuse, [](const Listed &listed) {
                    if (!listed.plugin || listed.plugin->built) {
                        refuse(listed);
                    }
                });
            }
        }
    }

    void apply(framework::PolicyChanges &changes) const
    {
        for (std::size_t i = 0; i < defaultPlugins.size(); ++i) {
            const DefaultPlugin &plugin = defaultPlugins[i];
            const State &state = m_states[i];
            if (!plugin.built) {
                continue;
            }
            if (plugin.filters && !state.filters) {
                changes.withoutFilter.emplace(plugin.name);
            }
            if (plugin.weight != 0 && state.weight != plugin.weight) {
                changes.weights.emplace(plugin.name, state.weight);
            }
        }
    }

private:
    struct State {
        bool on = true; ///< at all extension points that are not named on their own
        bool filters = true;
        std::int32_t weight = 0; ///< 0: it does not score
    };
    /// A plugin as a list names it.
    struct Listed {
        const Fields &fields;
        const std::string &at;
        std::string_view name;
        std::int32_t weight = 1; ///< kube-scheduler takes 1 where none is given
        const DefaultPlugin *plugin = nullptr; ///< null: not one of the default profile, or "*"
    };

    static void refuse(const Listed &listed)
    {
        listed.fields.fail(listed.fields.value(),
            fmt::format(
                "{}: {} changes the plugins of the profile in a way that cannot be applied here, so that no answer "
                "would be right; leave it out",
                listed.at, shownInError(listed.name)));
    }

    template <typename Enabled, typename Disabled>
    static void forEachListed(const Fields &set, const std::string &path, Enabled enabled, Disabled disabled)
    {
        onlyFields(set, path, {"enabled", "disabled"});
        const auto visit = [&](std::string_view key, auto take) {
            forEachField(set, key, fmt::format("{}.{}", path, key), [&](const Fields &fields, const std::string &at) {
                onlyFields(fields, at, {"name", "weight"});
                Listed listed{fields, at, fields.text("name")};
                const std::int64_t weight = fields.integer("weight", 0, anyNumber);
                listed.weight = static_cast<std::int32_t>(std::max<std::int64_t>(weight, 1));
                const auto *const known = std::find_if(defaultPlugins.begin(), defaultPlugins.end(),
                    [&](const DefaultPlugin &one) { return one.name == listed.name; });
                listed.plugin = known == defaultPlugins.end() ? nullptr : &*known;
                const bool all = key == "disabled" && listed.name == "*";
                if ((!listed.plugin && !all) || (key == "enabled" && listed.weight > largestWeight)) {
                    refuse(listed);
                } else {
                    take(listed);
                }
            });
        };
        visit("disabled", disabled);
        visit("enabled", enabled);
    }

    State &stateOf(const DefaultPlugin &plugin)
    {
        return m_states[static_cast<std::size_t>(&plugin - defaultPlugins.data())];
    }

    void readMultiPoint(const Fields &set, const std::string &path)
    {
        for (const DefaultPlugin &plugin : defaultPlugins) {
            stateOf(plugin).weight = plugin.weight;
        }
        const auto enable = [&](const Listed &listed) {
            stateOf(*listed.plugin) = {true, true, listed.plugin->weight == 0 ? 0 : listed.weight};
        };
        forEachListed(set, path, enable, [&](const Listed &listed) {
            for (const DefaultPlugin &plugin : defaultPlugins) {
                if (!listed.plugin || listed.plugin == &plugin) {
                    stateOf(plugin) = {false, false, 0};
                }
            }
        });
    }

    /// Naming a plugin here moves it to the front, which changes no feasible set: it is let pass. Without its Filter a
    /// plugin's PreFilter still runs, which narrows or refuses the nodes and prepares its score: that is refused for those
    /// that do so.
    void readFilter(const Fields &set, const std::string &path)
    {
        const auto enable = [&](const Listed &listed) {
            if (!stateOf(*listed.plugin).on) {
                refuse(listed);
            }
        };
        forEachListed(set, path, enable, [&](const Listed &listed) {
            if (!listed.plugin
                || (listed.plugin->built && (listed.plugin->weight != 0 || listed.plugin->refusesBefore))) {
                refuse(listed);
            } else if (!listed.plugin->postFilters) {
                stateOf(*listed.plugin).filters = false;
            }
        });
    }

    void readPostFilter(const Fields &set, const std::string &path)
    {
        const auto enable = [&](const Listed &listed) {
            if (listed.plugin->postFilters) {
                stateOf(*listed.plugin).filters = true;
            } else {
                refuse(listed);
            }
        };
        forEachListed(set, path, enable, [&](const Listed &listed) {
            for (const DefaultPlugin &plugin : defaultPlugins) {
                if (plugin.postFilters && (!listed.plugin || listed.plugin == &plugin)) {
                    stateOf(plugin).filters = false;
                }
            }
            if (listed.plugin && listed.plugin->built && !listed.plugin->postFilters) {
                refuse(listed);
            }
        });
    }

    void readScore(const Fields &set, const std::string &path)
    {
        const auto enable = [&](const Listed &listed) {
            if (!stateOf(*listed.plugin).on || listed.plugin->weight == 0) {
                refuse(listed);
            } else {
                stateOf(*listed.plugin).weight = listed.weight;
            }
        };
        forEachListed(set, path, enable, [&](const Listed &listed) {
            for (const DefaultPlugin &plugin : defaultPlugins) {
                if (!listed.plugin || listed.plugin == &plugin) {
                    stateOf(plugin).weight = 0;
                }
            }
        });
    }

    std::array<State, defaultPlugins.size()> m_states{};
};

} // namespace

std::string shownInError(std::string_view text)
{
    std::string out(firstBytes(text, 64));
    std::replace_if(
        out.begin(), out.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    return out;
}

void onlyFields(const Fields &object, std::string_view path, std::initializer_list<std::string_view> known)
{
    for (const Entry entry : object.value()) {
        if (std::find(known.begin(), known.end(), entry.key.text()) == known.end()) {
            object.fail(entry.key,
                fmt::format(
                    "{}: there is no field {}; correct its name or take it out", path, shownInError(entry.key.text())));
        }
    }
}

SchedulerProfile readProfile(const Fields &profile, const std::string &at)
{
    SchedulerProfile out;
    onlyFields(profile, at, {"schedulerName", "percentageOfNodesToScore", "plugins", "pluginConfig"});
    out.schedulerName = profile.text("schedulerName");
    if (out.schedulerName.empty()) {
        out.schedulerName = "default-scheduler";
    }
    (void)profile.integer("percentageOfNodesToScore", 0, 100);
    PluginsReader plugins;
    plugins.read(profile.object("plugins"), at + ".plugins");
    plugins.apply(out.changes);
    absl::flat_hash_set<std::string_view> configured;
    forEachField(profile, "pluginConfig", at + ".pluginConfig", [&](const Fields &config, const std::string &place) {
        onlyFields(config, place, {"name", "args"});
        const std::string_view plugin = config.text("name");
        if (!configured.insert(plugin).second) {
            config.fail(config.value(), fmt::format("{}: {} is configured twice", place, shownInError(plugin)));
            return;
        }
        framework::Settings settings = readPluginArguments(plugin, config.object("args"), place + ".args");
        if (!settings.empty()) {
            out.changes.settings.emplace(plugin, std::move(settings));
        }
    });
    return out;
}

} // namespace binnacle::kube
