// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/codec_devices.h"

#include "planner/model/device_fields.h"

#include <optional>
#include <utility>
#include <vector>

namespace binnacle::engine {

namespace {

using codec::Reader;
using codec::Writer;

constexpr std::string_view sliceMagic = "bR\x01";
constexpr std::string_view classMagic = "bD\x01";
constexpr std::string_view claimMagic = "bC\x01";

/// Writes what it visits (device_fields.h).
class Encoder {
public:
    explicit Encoder(Writer &out) : m_out(out) { }

    template <typename T> void value(const T &x) { m_out.value(x); }
    void value(base::TimePoint x) { m_out.value(std::int64_t{x.time_since_epoch().count()}); }
    void value(const base::Quantity &x)
    {
        m_out.value(static_cast<std::int64_t>(x.nano() >> 64));
        m_out.value(static_cast<std::int64_t>(x.nano()));
    }
    template <typename E> void choice(E x, E /*last*/) { m_out.value(static_cast<std::int64_t>(x)); }
    template <typename T, typename Each> void list(const std::vector<T> &items, Each each) { m_out.list(items, each); }
    template <typename T, typename Each> void optional(const std::optional<T> &x, Each each)
    {
        m_out.value(x.has_value());
        if (x) {
            each(*x);
        }
    }

private:
    Writer &m_out;
};

/// Reads the same.
class Decoder {
public:
    explicit Decoder(Reader &in) : m_in(in) { }

    void value(bool &x) { x = m_in.flag(); }
    void value(std::int64_t &x) { x = m_in.integer(); }
    void value(std::string &x) { x = m_in.text(); }
    void value(base::Symbol &x) { x = m_in.symbol(); }
    void value(base::TimePoint &x) { x = base::TimePoint(base::TimePoint::duration(m_in.integer())); }
    void value(base::Quantity &x)
    {
        using UNano = unsigned __int128;
        const auto high = static_cast<UNano>(m_in.integer());
        const auto low = static_cast<std::uint64_t>(m_in.integer());
        x = base::Quantity::fromNano(static_cast<base::Quantity::Nano>((high << 64) | low));
    }
    template <typename E> void choice(E &x, E last) { x = m_in.bounded<E>(0, static_cast<std::int64_t>(last)); }
    template <typename T, typename Each> void list(std::vector<T> &items, Each each)
    {
        items = m_in.list<T>([&] {
            T item{};
            each(item);
            return item;
        });
    }
    template <typename T, typename Each> void optional(std::optional<T> &x, Each each)
    {
        if (m_in.flag()) {
            each(x.emplace());
        }
    }

private:
    Reader &m_in;
};

template <typename Object> std::string encoded(std::string_view magic, const Object &object)
{
    Writer out(magic);
    Encoder encoder(out);
    model::visit(encoder, object);
    return out.take();
}

template <typename Object>
absl::StatusOr<std::shared_ptr<const Object>> decoded(std::string_view magic, std::string_view bytes)
{
    Reader in(bytes, magic);
    auto object = std::make_shared<Object>();
    Decoder decoder(in);
    model::visit(decoder, *object);
    if (absl::Status status = in.finish(); !status.ok()) {
        return status;
    }
    object->finish();
    return object;
}

} // namespace

void codec::write(Writer &out, const model::PodClaims &claims)
{
    Encoder encoder(out);
    model::visit(encoder, claims);
}

std::shared_ptr<const model::PodClaims> codec::readPodClaims(Reader &in)
{
    auto claims = std::make_shared<model::PodClaims>();
    Decoder decoder(in);
    model::visit(decoder, *claims);
    return claims;
}

std::string encodeSlice(const model::ResourceSlice &slice) { return encoded(sliceMagic, slice); }

absl::StatusOr<model::ResourceSlicePtr> decodeSlice(std::string_view bytes)
{
    return decoded<model::ResourceSlice>(sliceMagic, bytes);
}

std::string encodeDeviceClass(const model::DeviceClass &deviceClass) { return encoded(classMagic, deviceClass); }

absl::StatusOr<model::DeviceClassPtr> decodeDeviceClass(std::string_view bytes)
{
    return decoded<model::DeviceClass>(classMagic, bytes);
}

std::string encodeResourceClaim(const model::ResourceClaim &claim) { return encoded(claimMagic, claim); }

absl::StatusOr<model::ResourceClaimPtr> decodeResourceClaim(std::string_view bytes)
{
    return decoded<model::ResourceClaim>(claimMagic, bytes);
}

} // namespace binnacle::engine
