# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""Just enough of a client for the administrator of a test cluster."""
import base64
import json
import pathlib
import re
import ssl
import tempfile
import urllib.request

MANIFESTS = pathlib.Path(__file__).resolve().parents[2] / "packaging/kubernetes"
STRATEGIC = "application/strategic-merge-patch+json"


class Api:
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

    def send(self, method, path, body=None, kind="application/json", user=None):
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data=data, method=method, headers={"Content-Type": kind})
        if user:
            request.add_header("Impersonate-User", user)
        with urllib.request.urlopen(request, context=self.context, timeout=20) as answer:
            return json.load(answer)

    def get(self, path):
        return self.send("GET", path)


def grant(api, role, user):
    """Applies the manifest of `role`, "binnacle-observe" or "binnacle-approve", and gives it to `user`."""
    path = f"/apis/rbac.authorization.k8s.io/v1/clusterroles/{role}?fieldManager=test&force=true"
    manifest = MANIFESTS / f"{role.removeprefix('binnacle-')}.yaml"
    api.send("PATCH", path, manifest.read_bytes(), "application/apply-patch+yaml")
    api.send("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": f"{role}-{user}"},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": role},
        "subjects": [{"kind": "User", "name": user, "apiGroup": "rbac.authorization.k8s.io"}]})


def kubeconfig_as(kubeconfig, user, path, server=None):
    """Writes a kubeconfig that impersonates `user`, at another address when `server` is given."""
    text = re.sub(r"(\n\s*)(client-certificate(-data)?: )", rf"\1as: {user}\1\2", pathlib.Path(kubeconfig).read_text(), count=1)
    if server:
        text = re.sub(r"server: \S+", f"server: {server}", text, count=1)
    pathlib.Path(path).write_text(text)
    return str(path)
