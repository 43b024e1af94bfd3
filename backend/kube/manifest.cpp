// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/manifest.h"

#include "backend/kube/manifest_fields.h"
#include "backend/kube/pod_rules.h"
#include "backend/kube/text.h"
#include "backend/kube/yaml.h"

#include <absl/strings/str_join.h>
#include <fmt/format.h>

#include <algorithm>

namespace binnacle::kube {

namespace {

constexpr std::string_view templateKinds[] = {
    "Deployment", "ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet", "Job", "CronJob", "PodTemplate"};

bool isTemplateKind(std::string_view kind)
{
    return std::find(std::begin(templateKinds), std::end(templateKinds), kind) != std::end(templateKinds);
}

Value templateOf(Value object, std::string_view kind)
{
    if (kind == "PodTemplate") {
        return object["template"];
    }
    if (kind == "CronJob") {
        return object["spec"]["jobTemplate"]["spec"]["template"];
    }
    return object["spec"]["template"];
}

std::string_view podOwnerKind(std::string_view kind)
{
    if (kind == "Deployment") {
        return "ReplicaSet";
    }
    return kind == "CronJob" ? "Job" : kind;
}

class ManifestReader {
public:
    absl::Status object(Value object, std::string_view listKind)
    {
        if (!object.isMapping()) {
            return errorAt(object.source(), object.position(),
                fmt::format("expected a Kubernetes object, found {}", kindName(object.kind())));
        }
        absl::Status status;
        const Fields root(object, "object", status);
        std::string_view kind = root.text("kind");
        if (!status.ok()) {
            return status;
        }
        if (kind.empty()) {
            kind = listKind;
        }
        if (kind.empty()) {
            return errorAt(object.source(), object.position(), "an object without kind");
        }
        if (kind == "List" || kind == "PodList" || kind == "NodeList"
            || (kind.size() > 4 && kind.substr(kind.size() - 4) == "List")) {
            return list(root, kind.substr(0, kind.size() - 4));
        }
        if (kind == "Pod") {
            return pod(object);
        }
        if (kind == "Node") {
            return node(object);
        }
        if (isTemplateKind(kind)) {
            return podTemplate(root, kind);
        }
        manifest.skippedKinds.emplace_back(firstBytes(kind, 64));
        return absl::OkStatus();
    }

    Manifest manifest;

private:
    absl::Status list(const Fields &root, std::string_view itemKind)
    {
        for (const Entry entry : root.list("items")) {
            if (auto status = object(entry.value, itemKind); !status.ok()) {
                return status;
            }
        }
        return root.status();
    }

    absl::Status pod(Value object)
    {
        auto pod = decodePod(object, ObjectOrigin::Manifest);
        if (!pod.ok()) {
            return pod.status();
        }
        manifest.pods.push_back({*std::move(pod), "Pod"});
        return absl::OkStatus();
    }

    absl::Status node(Value object)
    {
        auto node = decodeNode(object);
        if (!node.ok()) {
            return node.status();
        }
        manifest.nodes.push_back(*std::move(node));
        return absl::OkStatus();
    }

    absl::Status podTemplate(const Fields &root, std::string_view kind)
    {
        const Fields metadata = root.object("metadata");
        TemplateOwner owner{std::string(podOwnerKind(kind)), std::string(metadata.text("name")),
            std::string(metadata.text("namespace"))};
        if (owner.name.empty()) {
            owner.name = metadata.text("generateName");
        }
        const Value podTemplate = templateOf(root.value(), kind);
        if (owner.name.empty()) {
            root.fail(metadata ? metadata.value() : root.value(), fmt::format("a {} without metadata.name", kind));
        } else if (!podTemplate) {
            root.fail(root.value(), fmt::format("a {} without a pod template", kind));
        }
        if (!root.status().ok()) {
            return root.status();
        }
        auto pod = decodePodTemplate(podTemplate, owner);
        if (!pod.ok()) {
            return pod.status();
        }
        if (kind == "StatefulSet" && root.object("spec").list("volumeClaimTemplates").size() > 0) {
            (*pod)->undecided |= bit(model::UndecidedRule::Volumes);
            (*pod)->finish();
        }
        manifest.pods.push_back({*std::move(pod), std::string(kind)});
        return root.status();
    }
};

} // namespace

absl::StatusOr<Manifest> parseManifest(std::string_view source, std::string_view text, const DocumentLimits &limits)
{
    auto documents = parseDocuments(source, text, limits);
    if (!documents.ok()) {
        return documents.status();
    }
    if (documents->empty()) {
        return errorAt(source, {}, "is empty", absl::StatusCode::kInvalidArgument);
    }
    ManifestReader reader;
    for (const Document &document : *documents) {
        if (auto status = reader.object(document.root(), {}); !status.ok()) {
            return status;
        }
    }
    Manifest manifest = std::move(reader.manifest);
    if (manifest.pods.empty() && manifest.nodes.empty()) {
        return errorAt(source, {},
            fmt::format(
                "holds no pod, no pod template and no node, only: {}", absl::StrJoin(manifest.skippedKinds, ", ")),
            absl::StatusCode::kNotFound);
    }
    return manifest;
}

absl::StatusOr<Manifest> loadManifest(const std::string &path, const DocumentLimits &limits)
{
    auto text = readTextFile(path, limits.bytes);
    if (!text.ok()) {
        return text.status();
    }
    return parseManifest(path, *text, limits);
}

} // namespace binnacle::kube
