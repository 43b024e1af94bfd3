// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/proto_decode.h"

#include <string>
#include <vector>

namespace binnacle::kube::testing {

/// Objects as an API server sends them.
inline wire::Pod wirePod(const std::string &name, const std::string &version = "1", const std::string &uid = {})
{
    wire::Pod pod;
    pod.mutable_metadata()->set_name(name);
    pod.mutable_metadata()->set_namespace_("default");
    pod.mutable_metadata()->set_uid(uid.empty() ? "uid-" + name : uid);
    pod.mutable_metadata()->set_resourceversion(version);
    pod.mutable_spec()->add_containers()->set_name("main");
    return pod;
}

inline wire::Node wireNode(const std::string &name, const std::string &version = "1")
{
    wire::Node node;
    node.mutable_metadata()->set_name(name);
    node.mutable_metadata()->set_resourceversion(version);
    auto *cpu = node.mutable_status()->add_allocatable();
    cpu->set_key("cpu");
    cpu->mutable_value()->set_text("4");
    return node;
}

inline void addQuantity(
    google::protobuf::RepeatedPtrField<wire::QuantityPair> &list, const std::string &name, const std::string &text)
{
    wire::QuantityPair &pair = *list.Add();
    pair.set_key(name);
    pair.mutable_value()->set_text(text);
}

/// A length-delimited field on the wire.
inline std::string field(int number, const std::string &content)
{
    std::string bytes;
    const auto varint = [&](std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) {
            bytes += static_cast<char>(value | 0x80);
        }
        bytes += static_cast<char>(value);
    };
    varint(static_cast<std::uint64_t>(number) << 3 | 2);
    varint(content.size());
    return bytes + content;
}

/// An enveloped list of already serialised items.
inline std::string listBody(const std::string &kind, const std::vector<std::string> &items, const std::string &version,
    const std::string &continueToken = {}, int remaining = 0)
{
    wire::ListMeta meta;
    meta.set_resourceversion(version);
    meta.set_continuetoken(continueToken);
    meta.set_remainingitemcount(remaining);
    std::string list = field(1, meta.SerializeAsString());
    for (const std::string &item : items) {
        list += field(2, item);
    }
    wire::TypeMeta type;
    type.set_apiversion("v1");
    type.set_kind(kind);
    return std::string("k8s\0", 4) + field(1, type.SerializeAsString()) + field(2, list) + field(3, "") + field(4, "");
}

/// One frame of a watch.
inline std::string watchFrame(
    const std::string &type, const std::string &kind, const google::protobuf::MessageLite &object)
{
    wire::WatchEvent event;
    event.set_type(type);
    event.mutable_object()->set_raw(sealEnvelope("v1", kind, object));
    const std::string body = event.SerializeAsString();
    std::string head;
    for (int shift = 24; shift >= 0; shift -= 8) {
        head += static_cast<char>(body.size() >> shift & 0xff);
    }
    return head + body;
}

inline std::string statusBody(int code, const std::string &reason, const std::string &message = "said the server")
{
    wire::Status status;
    status.set_status("Failure");
    status.set_code(code);
    status.set_reason(reason);
    status.set_message(message);
    return sealEnvelope("v1", "Status", status);
}

} // namespace binnacle::kube::testing
