#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""The manifests in packaging/kubernetes, applied to a real API server: each gives what its mode needs, and no more."""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from api import Api, grant, kubeconfig_as
from control_plane import Ctl, control_plane, user_folders

USER = "operator-rbac"


def may(api, verb, resource, group="", subresource=""):
    attributes = {"verb": verb, "resource": resource, "group": group, "subresource": subresource, "namespace": "default"}
    if resource in ("nodes", "namespaces", "persistentvolumes") or (group == "storage.k8s.io" and resource != "csistoragecapacities"):
        attributes.pop("namespace")
    review = {"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectAccessReview", "spec": {"resourceAttributes": attributes}}
    return api.send("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review, user=USER)["status"]["allowed"]


LOOKING = [("list", "nodes"), ("watch", "pods"), ("list", "namespaces"), ("list", "services"), ("watch", "replicasets", "apps"), ("watch", "poddisruptionbudgets", "policy"), ("list", "persistentvolumes"), ("watch", "persistentvolumeclaims"),
           *(("watch", kind, "storage.k8s.io") for kind in ("storageclasses", "csinodes", "csidrivers", "csistoragecapacities", "volumeattachments")), ("list", "pods", "metrics.k8s.io")]
WRITING = [("create", "pods", "", "binding"), ("patch", "pods", "", "status"), ("create", "events", "events.k8s.io")]
NEVER = [("delete", "pods"), ("create", "pods"), ("get", "secrets"), ("update", "nodes"), ("patch", "pods"), ("list", "configmaps")]


def check(api, allowed, denied):
    for question in allowed:
        assert may(api, *question), f"not allowed: {question}"
    for question in denied:
        assert not may(api, *question), f"allowed: {question}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    args = parser.parse_args()
    with control_plane("rbac", "--nodes", "5", "--pods", "0", "--pending", "2") as plane, user_folders() as environment:
        api = Api(plane.kubeconfig)
        as_user = kubeconfig_as(plane.kubeconfig, USER, pathlib.Path(environment["HOME"]) / "kubeconfig")
        ctl = Ctl(args.bin, environment, "--kubeconfig", as_user)
        check(api, [], LOOKING + WRITING + NEVER)
        ctl.run("nodes", "--timeout", "15", code=3)

        grant(api, "binnacle-observe", USER)
        check(api, LOOKING, WRITING + NEVER)
        assert len(ctl.json("nodes")) == 5
        ctl.run("autonomy", "approve")
        proposal = ctl.json("propose")[0]
        ctl.run("approve", proposal["id"], code=3)  # forbidden: the server said so beforehand, and nothing was written

        grant(api, "binnacle-approve", USER)
        check(api, LOOKING + WRITING, NEVER)
        assert ctl.json("approve", proposal["id"])["state"] == "Confirmed"
    print("each manifest gives what its mode needs and no more")


main()
