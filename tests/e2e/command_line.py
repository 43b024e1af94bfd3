#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""binnaclectl against a real API server: look, decide, propose, approve, audit, replay, export, and the least RBAC."""
import argparse
import csv
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from control_plane import Ctl, control_plane, user_folders

NOT_DECIDABLE = """
apiVersion: v1
kind: Pod
metadata: {name: gang, labels: {scheduling.x-k8s.io/pod-group: x}}
spec:
  containers: [{name: c, image: x, resources: {requests: {cpu: 100m}}}]
"""

NO_SUCH_CLAIM = """
apiVersion: v1
kind: Pod
metadata: {name: claims, labels: {app: x}}
spec:
  volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]
  containers: [{name: c, image: x, resources: {requests: {cpu: 100m}}}]
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    args = parser.parse_args()
    with control_plane("ctl", "--nodes", "20", "--pods", "30", "--pending", "5", "--metrics") as plane, user_folders() as environment:
        ctl = Ctl(args.bin, environment, "--kubeconfig", plane.kubeconfig)
        nodes = ctl.json("nodes")
        assert len(nodes) == 20, len(nodes)
        pending = ctl.json("pods", "--pending")
        assert len(pending) >= 5, pending

        # A decision names every node, once.
        pod = next(p for p in pending if p["schedulerName"] == "binnacle")
        name = f"{pod['namespace']}/{pod['name']}"
        decision = ctl.json("decide", name)[0]
        assert len(decision["feasible"]) + len(decision["rejected"]) == 20
        best = max(decision["feasible"].values(), key=lambda f: f["total"])
        assert decision["feasible"][decision["node"]]["total"] == best["total"] == decision["score"]
        assert sum(p["normalised"] * p["weight"] for p in best["plugins"].values()) == best["total"]

        # A rule that is not built yet is never guessed at.
        path = pathlib.Path(environment["HOME"]) / "gang.yaml"
        path.write_text(NOT_DECIDABLE)
        answer = ctl.json("decide", "-f", str(path), code=1)[0]
        assert answer["outcome"] == "NotDecidable" and answer["undecided"] == ["WorkloadGroup"], answer

        # The cluster's claims are known, and this one is none of them.
        path = pathlib.Path(environment["HOME"]) / "claims.yaml"
        path.write_text(NO_SUCH_CLAIM)
        answer = ctl.json("decide", "-f", str(path), code=1)[0]
        assert answer["outcome"] == "NoNodeFits", answer
        assert {r["reason"] for r in answer["rejected"].values()} == {"ClaimNotFound"}, answer

        # Observe writes nothing; approve binds.
        ctl.run("propose", name, code=3)
        ctl.run("autonomy", "approve")
        proposal = ctl.json("propose", name)[0]
        approved = ctl.json("approve", proposal["id"])
        assert approved["state"] == "Confirmed", approved
        bound = next(p for p in ctl.json("pods") if p["uid"] == pod["uid"])
        assert bound["node"] == proposal["node"], (bound, proposal)
        ctl.run("approve", proposal["id"], code=1)
        ctl.run("approve", "no-such-id", code=1)

        # Use is measured here, and shown although it comes after the lists.
        assert any(n["used"] for n in ctl.json("nodes")), "no node has a measured use"

        # A proposal of an earlier run is denied, by whoever; the log stays sound.
        other = next(f"{p['namespace']}/{p['name']}" for p in ctl.json("pods", "--pending")
                     if p["schedulerName"] == "binnacle" and p["uid"] != pod["uid"])
        waiting = ctl.json("propose", other)[0]
        denied = ctl.json("deny", waiting["id"], "--as-operator", os.fsdecode(b"ren\xe9"), "--note", "not here")
        assert denied["state"] == "Denied", denied
        shown = ctl.json("audit", "show", waiting["id"])
        assert shown["state"] == "Denied" and shown["decidedBy"] == "ren\ufffd", shown
        ctl.run("deny", waiting["id"], code=1)
        ctl.run("deny", "no-such-id", code=1)

        row = ctl.json("audit", "show", proposal["id"])
        assert [e["state"] for e in row["life"]][-3:] == ["Approved", "Bound", "Confirmed"], row["life"]
        assert row["state"] == "Confirmed", row["state"]
        assert row["confidence"] is not None and row["calibrated"] is False
        assert ctl.json("audit", "verify")["result"] == "Sound"
        assert ctl.json("replay", proposal["id"])["equal"] is True
        for kind in ("json", "csv"):
            out = pathlib.Path(environment["HOME"]) / f"audit.{kind}"
            ctl.run("audit", "export", "--format", kind, str(out))
            text = out.read_text()
            assert proposal["id"] in text
            json.loads(text) if kind == "json" else list(csv.reader(text.splitlines()))

        # A retention changes what is given only.
        ctl.run("store", "retention", "--bytes", "1000000000")
        ctl.run("store", "retention", "--days", "30")
        kept = ctl.json("store", "status")
        assert (kept["retentionDays"], kept["retentionBytes"]) == (30, 1000000000), kept

        # Bad input: usage 2, fault 3, each with a reason.
        ctl.run("decide", "nobody/nothing", code=3)
        ctl.run("no-such-verb", code=2)
        ctl.run("nodes", "--context", "nowhere", code=3)
        ctl.run("audit", "show", "nothing", code=1)
        for name in ("expired", "wrong-ca"):
            if name in plane.kubeconfigs:
                Ctl(args.bin, environment, "--kubeconfig", plane.kubeconfigs[name]).run("nodes", code=3)
    print("every verb did what it says")


main()
