#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""The real window on a real API server: looks, asks, approves, denies, loses the server, and is killed while it binds.

window_test is the person at the window; it asks this script, which holds the keys to the cluster, for facts and for
misfortunes, by lines "@question" on its output. Set BINNACLE_TEST_PICTURES to a folder to keep a picture of every stage.
"""
import argparse
import json
import pathlib
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from api import STRATEGIC, Api, grant, kubeconfig_as
from control_plane import control_plane, user_folders

NAMESPACE = "first-light"
OURS = ["approve-me", "deny-me", "wait-for-me", "read-me", "kill-unsent", "kill-unanswered"]
LIVES = [
    ("looks and approves", "approver", False, None, [
        "theClusterIsOpenedAndSynced", "theOverviewCountsWhatTheServerHas", "everyNodeIsARow", "everyPodIsARow", "podsThatWaitSayWhy",
        "aPendingPodIsRankedOnEveryNode", "aRefusedNodeSaysWhyNot", "aPastedManifestIsAnswered", "observingOffersNothingAndBindsNothing",
        "autonomyIsRaisedInTheWindow", "aProposalSaysExactlyWhatItWouldDo", "aPodOfAnotherSchedulerIsAdviceOnly",
        "anApprovedPodIsBoundWhereItWasShown", "aDeniedPodIsNotBound", "theAuditLogHoldsTheDecision", "theAuditLogIsExported",
        "aStoppedServerTurnsApprovingOff", "approvingComesBackWithTheServer", "languageAndThemeChangeAtRunTime"]),
    ("may only read", "reader", False, None, ["autonomyIsRaisedInTheWindow", "whoMayOnlyReadCannotApprove"]),
    # At another address it is another server: what was allowed on the old one is not inherited.
    ("is killed before a bind is sent", "approver", True, "kill", ["autonomyIsRaisedInTheWindow", "killedBeforeTheBindIsSent"]),
    ("settles that row, and is killed before a bind is answered", "approver", True, "kill",
     ["aBindThatWasNotSentIsSettledAndProposedAgain", "killedBeforeTheBindIsAnswered"]),
    ("settles that row", "approver", True, None, ["aBindThatWasSentIsConfirmedOnce"]),
]


class Proxy:
    """Carries bytes between the window and the API server, and holds them back when told to. What is held when the other
    side goes is lost, as on a real network."""

    def __init__(self, port):
        self.target = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.open = {"requests": threading.Event(), "answers": threading.Event()}
        self.pairs = []
        self.release()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        for _ in range(10000):
            try:
                client, _ = self.listener.accept()
                server = socket.create_connection(self.target, timeout=10)
            except OSError:
                return
            server.settimeout(None)
            self.pairs.append((client, server))
            threading.Thread(target=self.carry, args=(client, server, "requests"), daemon=True).start()
            threading.Thread(target=self.carry, args=(server, client, "answers"), daemon=True).start()

    def carry(self, source, sink, way):
        try:
            while data := source.recv(65536):
                self.open[way].wait(timeout=60)
                sink.sendall(data)
        except OSError:
            pass  # cut
        for end in (source, sink):
            self.cut(end)

    @staticmethod
    def cut(end):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # cut already

    def hold(self, way):
        self.open[way].clear()

    def release(self):
        """Drops every connection with what it holds, and carries again."""
        for pair in self.pairs:
            for end in pair:
                self.cut(end)
        self.pairs.clear()
        for gate in self.open.values():
            gate.set()

    def close(self):
        self.listener.close()
        self.release()


class Scene:
    """The cluster as the test needs it: pods that wait for us and for others, a full node and a tainted one."""

    def __init__(self, plane):
        self.plane = plane
        self.api = Api(plane.kubeconfig)
        grant(self.api, "binnacle-observe", "window-reader")
        grant(self.api, "binnacle-observe", "window-approver")
        grant(self.api, "binnacle-approve", "window-approver")
        self.api.send("POST", "/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}})
        self.made = {"full": self.fill_a_node(), "tainted": "node-00003"}
        self.api.send("PATCH", f"/api/v1/nodes/{self.made['tainted']}",
                      {"spec": {"taints": [{"key": f"{NAMESPACE}/reserved", "effect": "NoSchedule"}]}}, STRATEGIC)
        for name in OURS:
            self.make_pod(name, "binnacle")
        for name in ("elsewhere", "elsewhere-too"):
            self.make_pod(name, "default-scheduler")

    def make_pod(self, name, scheduler, cpu="500m", node=None):
        spec = {"schedulerName": scheduler, "containers": [
            {"name": "c", "image": "x", "resources": {"requests": {"cpu": cpu, "memory": "64Mi"}}}]}
        if node:
            spec["nodeName"] = node
        self.api.send("POST", f"/api/v1/namespaces/{NAMESPACE}/pods",
                      {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": spec})

    def fill_a_node(self):
        def milli(quantity):
            return int(quantity[:-1]) if quantity.endswith("m") else int(quantity) * 1000

        name = "node-00000"
        node = self.api.get(f"/api/v1/nodes/{name}")
        used = sum(milli(c["resources"].get("requests", {}).get("cpu", "0")) for pod in self.pods() if pod["spec"].get("nodeName") == name
                   for c in pod["spec"]["containers"])
        self.make_pod("filler", "default-scheduler", f"{milli(node['status']['allocatable']['cpu']) - used - 50}m", name)
        return name

    def pods(self):
        return self.api.get("/api/v1/pods?limit=5000")["items"]

    def counts(self):
        pods = self.pods()
        bound = [p for p in pods if p["spec"].get("nodeName")]
        return {"nodes": len(self.api.get("/api/v1/nodes?limit=5000")["items"]), "pods": len(pods),
                "pending": len(pods) - len(bound), "boundByBinnacle": sum(p["spec"]["schedulerName"] == "binnacle" for p in bound)}

    def pod(self, key):
        namespace, name = key.split("/")
        pod = self.api.get(f"/api/v1/namespaces/{namespace}/pods/{name}")
        return {"node": pod["spec"].get("nodeName", ""), "uid": pod["metadata"]["uid"]}


class Life:
    """One life of the program, from its start to its end or its kill."""

    def __init__(self, binaries, environment, scene, proxy):
        self.program = str(pathlib.Path(binaries) / "window_test")
        self.environment, self.scene, self.proxy = environment, scene, proxy

    def answer(self, question):
        words = question.split()
        if words[0] == "counts":
            return self.scene.counts()
        if words[0] == "made":
            return self.scene.made
        if words[0] == "pod":
            return self.scene.pod(words[1])
        if words[0] == "stop":
            self.scene.plane.run("stop-apiserver")
        elif words[0] == "start":
            self.scene.plane.run("start-apiserver")
        elif words[0] in ("hold-requests", "hold-answers"):
            self.proxy.hold(words[0].removeprefix("hold-"))
        elif words[0] == "kill":
            self.process.kill()
        else:
            raise ValueError(question)
        return {}

    def run(self, functions, kubeconfig, ends_by):
        begin = time.monotonic()
        environment = dict(self.environment, BINNACLE_TEST_KUBECONFIG=kubeconfig, QT_QPA_PLATFORM="offscreen",
                           XDG_RUNTIME_DIR=self.environment["HOME"])
        self.process = subprocess.Popen([self.program, *functions], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        bound = threading.Timer(150, self.process.kill)
        bound.start()
        lines, killed = [], False
        for line in self.process.stdout:
            if line.startswith("@"):
                killed = killed or line.strip() == "@kill"
                answer = self.answer(line[1:].strip())
                if not killed:
                    self.process.stdin.write(json.dumps(answer) + "\n")
                    self.process.stdin.flush()
            elif line.strip():
                lines.append(line.rstrip())
        code = self.process.wait()
        bound.cancel()
        wanted = functions[:-1] if ends_by == "kill" else functions
        passed = [line for line in lines if line.startswith("PASS") and any(f"::{name}(" in line for name in wanted)]
        good = killed and code == -9 if ends_by == "kill" else code == 0
        print(f"{time.monotonic() - begin:5.1f} s  {len(passed)} of {len(wanted)} steps passed, ended with {code}")
        if not good or len(passed) != len(wanted) or any(line.startswith("FAIL") for line in lines):
            print("\n".join(lines))
            return False
        return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--life", type=int, help="only this one, from 1 (1 and 3 start from nothing)")
    args = parser.parse_args()
    with control_plane("window", "--nodes", "30", "--pods", "100", "--pending", "8") as plane, user_folders() as environment:
        scene = Scene(plane)
        proxy = Proxy(plane.state["ports"]["apiserver"])
        home = pathlib.Path(environment["HOME"])
        life = Life(args.bin, environment, scene, proxy)
        failed = []
        for number, (what, user, proxied, ends_by, functions) in enumerate(LIVES, 1):
            if args.life and number != args.life:
                continue
            server = f"https://127.0.0.1:{proxy.port}" if proxied else None
            kubeconfig = kubeconfig_as(plane.kubeconfig, f"window-{user}", home / f"{user}.kubeconfig", server)
            print(f"the window {what}", flush=True)
            if not life.run(functions, kubeconfig, ends_by):
                failed.append(what)
            proxy.release()
        proxy.close()
    if failed:
        sys.exit("failed: the window " + "; the window ".join(failed))
    print("the window says and does what it should")


main()
