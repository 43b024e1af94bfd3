# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""A real control plane for one test, and the folders of one user, gone when the test ends."""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SKIP = 77


def tool():
    path = os.environ.get("BINNACLE_CLUSTER_TOOL", "")
    if not path or not os.access(path, os.X_OK):
        print("skipped: no control plane (BINNACLE_CLUSTER_TOOL is not set; it needs Go >= 1.26, see README.md)", file=sys.stderr)
        sys.exit(SKIP)
    return path


class ControlPlane:
    def __init__(self, name, *options):
        self.name = f"{name}-{os.getpid()}"
        self.tool = tool()
        done = subprocess.run([self.tool, "up", "--name", self.name, *options], capture_output=True, text=True, timeout=300)
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        if done.returncode or not lines:
            sys.exit(f"the control plane did not start: {done.stdout}{done.stderr}")
        self.state = json.loads(lines[-1])
        self.state = self.state.get("state", self.state)
        self.kubeconfig = self.state["kubeconfig"]
        self.kubeconfigs = self.state["kubeconfigs"]

    def run(self, verb, *options):
        subprocess.run([self.tool, verb, "--name", self.name, *options], check=True, timeout=120, stdout=subprocess.DEVNULL)

    def down(self):
        subprocess.run([self.tool, "down", "--name", self.name], check=True, timeout=60, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def control_plane(name, *options):
    plane = ControlPlane(name, *options)
    try:
        yield plane
    finally:
        plane.down()


@contextlib.contextmanager
def user_folders():
    """The environment of a user with nothing in their folders yet."""
    with tempfile.TemporaryDirectory(prefix="binnacle-user-") as home:
        environment = dict(os.environ, HOME=home)
        for name in ("CONFIG", "DATA", "STATE", "CACHE"):
            environment[f"XDG_{name}_HOME"] = str(pathlib.Path(home) / name.lower())
        environment.pop("KUBECONFIG", None)
        yield environment


class Ctl:
    def __init__(self, binaries, environment, *target):
        self.program = str(pathlib.Path(binaries) / "binnaclectl")
        self.environment = environment
        self.target = target

    def run(self, *words, code=0):
        done = subprocess.run([self.program, *words, *self.target], env=self.environment, capture_output=True, text=True, timeout=180)
        assert done.returncode == code, f"{words}: exit {done.returncode}, not {code}\n{done.stdout}{done.stderr}"
        return done.stdout

    def json(self, *words, code=0):
        return json.loads(self.run(*words, "-o", "json", code=code))
