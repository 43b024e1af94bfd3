// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/parity/shrinker.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace binnacle::parity {

namespace {

using Json = nlohmann::json;
using Path = Json::json_pointer;

/// Members without which an object is none, or is another one by a default.
constexpr std::array<std::string_view, 18> required{"apiVersion", "kind", "name", "namespace", "metadata", "id",
    "objects", "decide", "topologyKey", "operator", "key", "maxSkew", "whenUnsatisfiable", "schedulerName",
    "containers", "nodeName", "type", "allocatable"};

class Shrinker {
public:
    Shrinker(Json failing, const std::function<bool(const Json &)> &fails, int mostTries)
        : m_case(std::move(failing)), m_fails(fails), m_tries(mostTries)
    {
    }

    Json run()
    {
        bool smaller = true;
        while (smaller && m_tries > 0) {
            smaller = shorten(Path("/decide"));
            smaller = shorten(Path("/objects")) || smaller;
            for (const char *member : {"/configuration", "/featureGates", "/objects"}) {
                smaller = strip(Path(member)) || smaller;
            }
        }
        return std::move(m_case);
    }

private:
    bool keep(Json candidate)
    {
        if (m_tries-- <= 0 || !m_fails(candidate)) {
            return false;
        }
        m_case = std::move(candidate);
        return true;
    }

    /// Takes elements out of a list, many at once at first.
    bool shorten(const Path &list)
    {
        bool any = false;
        for (std::size_t chunk = std::max<std::size_t>(1, m_case[list].size() / 2); chunk > 0; chunk /= 2) {
            for (std::size_t begin = 0; begin < m_case[list].size() && m_tries > 0;) {
                Json candidate = m_case;
                Json &elements = candidate[list];
                const std::size_t end = std::min(begin + chunk, elements.size());
                elements.erase(elements.begin() + static_cast<Json::difference_type>(begin),
                    elements.begin() + static_cast<Json::difference_type>(end));
                if (keep(std::move(candidate))) {
                    any = true;
                } else {
                    begin = end;
                }
            }
        }
        return any;
    }

    /// Takes out what can go below a value, the value itself first.
    bool strip(const Path &path)
    {
        if (!m_case.contains(path)) {
            return false;
        }
        bool any = false;
        if (m_case[path].is_object()) {
            std::vector<std::string> keys;
            for (const auto &[key, value] : m_case[path].items()) {
                keys.push_back(key);
            }
            for (const std::string &key : keys) {
                any = stripMember(path, key) || any;
            }
        } else if (m_case[path].is_array()) {
            any = shorten(path);
            for (std::size_t i = 0; i < m_case[path].size(); ++i) {
                any = strip(path / i) || any;
            }
        }
        return any;
    }

    bool stripMember(const Path &path, const std::string &key)
    {
        if (std::find(required.begin(), required.end(), key) == required.end()) {
            Json candidate = m_case;
            candidate[path].erase(key);
            if (keep(std::move(candidate))) {
                return true;
            }
        }
        return strip(path / key);
    }

    Json m_case;
    const std::function<bool(const Json &)> &m_fails;
    int m_tries;
};

} // namespace

Json shrink(Json failing, const std::function<bool(const Json &)> &fails, int mostTries)
{
    return Shrinker(std::move(failing), fails, mostTries).run();
}

} // namespace binnacle::parity
