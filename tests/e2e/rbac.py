#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""The manifests in packaging/kubernetes, applied to a real API server: each gives what its mode needs, and no more."""
import argparse
import base64
import json
import pathlib
import re
import ssl
import sys
import tempfile
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from control_plane import Ctl, control_plane, user_folders

MANIFESTS = pathlib.Path(__file__).resolve().parents[2] / "packaging/kubernetes"
USER = "operator-rbac"


class Api:
    """Just enough of a client for the administrator of a test cluster."""

    def __init__(self, kubeconfig):
        text = pathlib.Path(kubeconfig).read_text()
        self.server = re.search(r"server: (\S+)", text).group(1)
        self.context = ssl.create_default_context(cadata=self.pem(text, "certificate-authority"))
        with tempfile.NamedTemporaryFile("w", suffix=".pem") as pair:
            pair.write(self.pem(text, "client-certificate") + self.pem(text, "client-key"))
            pair.flush()
            self.context.load_cert_chain(pair.name)

    @staticmethod
    def pem(text, name):
        data = re.search(rf"{name}-data: (\S+)", text)
        if data:
            return base64.b64decode(data.group(1)).decode()
        return pathlib.Path(re.search(rf"{name}: (\S+)", text).group(1)).read_text()

    def send(self, method, path, body, kind="application/json", user=None):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data=data, method=method, headers={"Content-Type": kind})
        if user:
            request.add_header("Impersonate-User", user)
        with urllib.request.urlopen(request, context=self.context, timeout=20) as answer:
            return json.load(answer)

    def may(self, verb, resource, group="", subresource=""):
        attributes = {"verb": verb, "resource": resource, "group": group, "subresource": subresource, "namespace": "default"}
        if resource in ("nodes", "namespaces"):
            attributes.pop("namespace")
        review = {"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectAccessReview", "spec": {"resourceAttributes": attributes}}
        return self.send("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review, user=USER)["status"]["allowed"]


def grant(api, role):
    path = f"/apis/rbac.authorization.k8s.io/v1/clusterroles/{role}?fieldManager=test&force=true"
    manifest = MANIFESTS / f"{role.removeprefix('binnacle-')}.yaml"
    api.send("PATCH", path, manifest.read_bytes(), "application/apply-patch+yaml")
    api.send("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": role},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": role},
        "subjects": [{"kind": "User", "name": USER, "apiGroup": "rbac.authorization.k8s.io"}]})


LOOKING = [("list", "nodes"), ("watch", "pods"), ("list", "namespaces"), ("list", "pods", "metrics.k8s.io")]
WRITING = [("create", "pods", "", "binding"), ("patch", "pods", "", "status"), ("create", "events", "events.k8s.io")]
NEVER = [("delete", "pods"), ("create", "pods"), ("get", "secrets"), ("update", "nodes"), ("patch", "pods"), ("list", "configmaps")]


def check(api, allowed, denied):
    for question in allowed:
        assert api.may(*question), f"not allowed: {question}"
    for question in denied:
        assert not api.may(*question), f"allowed: {question}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    args = parser.parse_args()
    with control_plane("rbac", "--nodes", "5", "--pods", "0", "--pending", "2") as plane, user_folders() as environment:
        api = Api(plane.kubeconfig)
        as_user = pathlib.Path(environment["HOME"]) / "kubeconfig"
        as_user.write_text(re.sub(r"(\n\s*)(client-certificate(-data)?: )", rf"\1as: {USER}\1\2", pathlib.Path(plane.kubeconfig).read_text(), count=1))
        ctl = Ctl(args.bin, environment, "--kubeconfig", str(as_user))
        check(api, [], LOOKING + WRITING + NEVER)
        ctl.run("nodes", "--timeout", "15", code=3)

        grant(api, "binnacle-observe")
        check(api, LOOKING, WRITING + NEVER)
        assert len(ctl.json("nodes")) == 5
        ctl.run("autonomy", "approve")
        proposal = ctl.json("propose")[0]
        ctl.run("approve", proposal["id"], code=3)  # forbidden: the server said so beforehand, and nothing was written

        grant(api, "binnacle-approve")
        check(api, LOOKING + WRITING, NEVER)
        assert ctl.json("approve", proposal["id"])["state"] == "Confirmed"
    print("each manifest gives what its mode needs and no more")


main()
