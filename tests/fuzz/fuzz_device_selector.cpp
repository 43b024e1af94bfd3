// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/selector.h"
#include "tests/fuzz/fuzz.h"

#include <memory>

namespace {

/// A device with an attribute of each kind.
const binnacle::model::ResourceSlice &slice()
{
    using Kind = binnacle::model::DeviceAttribute::Kind;
    static const auto made = [] {
        binnacle::model::ResourceSlice out;
        out.driver = binnacle::base::Symbol("gpu.example.com");
        binnacle::model::Device &device = out.devices.emplace_back();
        device.name = binnacle::base::Symbol("d");
        device.attributes = {{"model", {Kind::String, 0, "a100"}}, {"index", {Kind::Int, 3, {}}},
            {"shared", {Kind::Bool, 1, {}}}, {"firmware", {Kind::Version, 0, "1.10.0-rc.1"}}};
        device.capacity.push_back({"memory", binnacle::base::Quantity::fromUnits(40), {}});
        out.finish();
        return out;
    }();
    return made;
}

} // namespace

/// An expression is either whole here or says why not; a whole one says the same of a device every time.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace binnacle::plugins;
    const Selector selector(binnacle::fuzz::textOf(data, size));
    const DeviceView device(slice().driver, slice().devices.front());
    const Match match = selector.matches(device);
    binnacle::fuzz::require(selector.decidable() == selector.obstacle().empty());
    binnacle::fuzz::require(selector.decidable() || match == Match::Undecided);
    binnacle::fuzz::require(selector.matches(device) == match);
    return 0;
}
